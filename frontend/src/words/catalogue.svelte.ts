// The catalogue in the language chosen. `t` reads reactive state: every text on the page changes at once.
import catalogue from 'virtual:words'
import { settings } from '../settings/settings.svelte'
import type { Texts } from '../net/types'
import { fill } from './template'

/** The sentence for a key, in the language chosen. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const sentence = catalogue[settings.language][key]
  return sentence === undefined ? key : fill(sentence, values, settings.language)
}

export const has = (key: string): boolean => catalogue.en[key] !== undefined

/** A text that the server sent in every language. */
export const say = (texts: Texts | null | undefined): string => texts?.[settings.language] ?? ''

export const bugName = (bug: string): string => t(`bug.${bug}`)
