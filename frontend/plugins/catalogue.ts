// The catalogue of words, read from src/ruche/words/*.toml at build time and given to the page as
// `virtual:words`: one flat table of `dotted.key -> sentence` for each language.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import type { Plugin } from 'vite'

const WORDS = fileURLToPath(new URL('../../src/ruche/words/', import.meta.url))
/** Which keys of which file the page says itself; what the server says it sends in both languages. */
const FILES: Record<string, RegExp> = { page: /^page\./, bugs: /^(bug|mode|colour)\./ }
export const LANGUAGES = ['en', 'fr'] as const

export type Catalogue = Record<(typeof LANGUAGES)[number], Record<string, string>>

/** Entries are tables with an `en` and a `fr` sentence; every other table is a step of a dotted key. */
export function flatten(tables: unknown, into: Catalogue, prefix = ''): Catalogue {
  if (typeof tables !== 'object' || tables === null) return into
  const entry = tables as Record<string, unknown>
  for (const language of LANGUAGES) {
    const sentence = entry[language]
    if (typeof sentence === 'string') into[language][prefix.slice(0, -1)] = sentence
  }
  for (const [name, inner] of Object.entries(entry)) flatten(inner, into, `${prefix}${name}.`)
  return into
}

export function readCatalogue(): Catalogue {
  const all: Catalogue = { en: {}, fr: {} }
  for (const [file, wanted] of Object.entries(FILES)) {
    const read = flatten(parse(readFileSync(`${WORDS}${file}.toml`, 'utf8')), { en: {}, fr: {} })
    for (const language of LANGUAGES)
      for (const [key, sentence] of Object.entries(read[language]))
        if (wanted.test(key)) all[language][key.replace(/^page\./, '')] = sentence
  }
  return all
}

export function catalogue(): Plugin {
  const id = 'virtual:words'
  return {
    name: 'ruche-catalogue',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined
      for (const file of Object.keys(FILES)) this.addWatchFile(`${WORDS}${file}.toml`)
      return `export default ${JSON.stringify(readCatalogue())}`
    },
  }
}
