// The languages that have a folder in src/ruche/words.
import { names } from 'virtual:words'

export const LANGUAGES = Object.keys(names)

/** What a language calls itself. */
export const languageName = (language: string): string => names[language]!

/** The first of the visitor's languages that there is, such as fr for fr-CA, else the first of all. */
export function matchLanguage(wanted: readonly string[]): string {
  for (const tag of wanted)
    for (let code = tag.toLowerCase(); code; code = code.slice(0, Math.max(code.lastIndexOf('-'), 0))) {
      const found = LANGUAGES.find((language) => language === code)
      if (found) return found
    }
  return LANGUAGES[0]!
}
