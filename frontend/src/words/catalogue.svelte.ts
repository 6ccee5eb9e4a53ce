// The catalogue in the language chosen. `t` reads reactive state: every text on the page changes at once.
import catalogue from 'virtual:words'
import { settings } from '../settings/settings.svelte'
import { fill } from './template'

/** The text of a key, in the language chosen. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const { texts, plural } = catalogue[settings.language]!
  return texts[key] === undefined ? key : fill(texts[key], values, plural)
}

export const has = (key: string): boolean => catalogue[settings.language]!.texts[key] !== undefined

/** A text that the server sent in every language. */
export const say = (texts: Record<string, string> | null | undefined): string => texts?.[settings.language] ?? ''

export const bugName = (bug: string): string => t(`bug.${bug}`)
