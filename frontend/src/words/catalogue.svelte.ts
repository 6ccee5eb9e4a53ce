// The catalogue in the language chosen. `t` reads reactive state: every text on the page changes at once.
import { load } from 'virtual:words'
import { settings } from '../settings/settings.svelte'
import { fill } from './template'

let spoken = $state.raw({ language: '', plural: [] as string[], texts: {} as Record<string, string> })

/** Loads the texts of the language chosen; the page speaks the one before until they are there, or if they are not. */
export async function speak(language = settings.language): Promise<void> {
  try {
    const texts = (await load[language]!()).default
    if (settings.language === language) spoken = { language, ...texts }
  } catch (error) {
    if (!spoken.language) throw error
    settings.language = spoken.language
  }
}

/** The text of a key, in the language chosen. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const { texts, plural } = spoken
  return texts[key] === undefined ? key : fill(texts[key], values, plural)
}

export const has = (key: string): boolean => spoken.texts[key] !== undefined

/** A text that the server sent in every language; one that was made here has that of the moment only. */
export const say = (texts: Record<string, string> | null | undefined): string =>
  texts?.[settings.language] ?? Object.values(texts ?? {})[0] ?? ''

export const bugName = (bug: string): string => t(`bug.${bug}`)
