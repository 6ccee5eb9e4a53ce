import type { Language } from '../net/types'

/**
 * Puts values into a sentence: `{name}` is replaced, and of `one|many` the side is taken that fits `n`; none counts
 * as many in English, as one in French.
 */
export function fill(sentence: string, values: Record<string, string | number>, language: Language = 'en'): string {
  const sides = sentence.split('|')
  const n = values['n']
  const side =
    sides.length === 2 && n !== undefined
      ? sides[Number(n) === 1 || (Number(n) === 0 && language === 'fr') ? 0 : 1]!
      : sentence
  return side.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
