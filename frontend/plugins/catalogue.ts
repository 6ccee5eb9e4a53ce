// The texts of the page, read from src/ruche/words/LANGUAGE/ at build time. `virtual:words` has the name of each language
// and loads the one that is wanted, `virtual:words/LANGUAGE`: its plural forms and one flat table of `dotted.key -> text`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import type { Plugin } from 'vite'

const WORDS = fileURLToPath(new URL('../../src/ruche/words/', import.meta.url))
/** What the page says itself; what the server says it sends in every language. */
const WANTED = /^(page|bug|mode|colour)\./
const FALLBACK = 'en'
const LIST = 'virtual:words'

export interface LanguageTexts {
  name: string
  plural: string[]
  texts: Record<string, string>
}
export type Catalogue = Record<string, LanguageTexts>

/** The texts of nested tables by their dotted keys. */
export function flatten(table: object, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, inner] of Object.entries(table))
    if (typeof inner === 'string') found[prefix + name] = inner
    else Object.assign(found, flatten(inner as object, `${prefix}${name}.`))
  return found
}

/** The paths of a language's files: those of its folder, and one a bug. */
function filesOf(folder: string): string[] {
  return [folder, join(folder, 'bugs')]
    .filter((place) => existsSync(place))
    .flatMap((place) =>
      readdirSync(place)
        .sort()
        .map((name) => join(place, name)),
    )
    .filter((path) => path.endsWith('.toml'))
}

function readLanguage(folder: string): LanguageTexts {
  const read = (path: string) => parse(readFileSync(path, 'utf8'))
  const { name, plural } = read(join(folder, 'language.toml')) as unknown as LanguageTexts
  const texts: Record<string, string> = {}
  for (const path of filesOf(folder))
    for (const [key, text] of Object.entries(flatten(read(path))))
      if (WANTED.test(key)) texts[key.replace(/^page\./, '')] = text
  return { name, plural, texts }
}

/** Every language that has a folder, English first; what one lacks it says in English. */
export function readCatalogue(folder = WORDS): Catalogue {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'language.toml')))
  names.sort((a, b) => Number(b === FALLBACK) - Number(a === FALLBACK) || a.localeCompare(b))
  const all = Object.fromEntries(names.map((name) => [name, readLanguage(join(folder, name))]))
  for (const language of Object.values(all)) language.texts = { ...all[FALLBACK]!.texts, ...language.texts }
  return all
}

/** The source of a module: the list of languages, or the texts of one. */
function moduleOf(all: Catalogue, language: string): string {
  if (language) return `export default ${JSON.stringify(all[language])}`
  const names = Object.fromEntries(Object.entries(all).map(([code, { name }]) => [code, name]))
  const loads = Object.keys(all).map((code) => `${JSON.stringify(code)}: () => import('${LIST}/${code}')`)
  return `export const names = ${JSON.stringify(names)}\nexport const load = { ${loads.join(', ')} }`
}

export function catalogue(): Plugin {
  return {
    name: 'ruche-catalogue',
    resolveId: (source) => (source === LIST || source.startsWith(`${LIST}/`) ? `\0${source}` : undefined),
    load(source) {
      if (!source.startsWith(`\0${LIST}`)) return undefined
      const all = readCatalogue()
      for (const language of Object.keys(all))
        for (const path of filesOf(join(WORDS, language))) this.addWatchFile(path)
      return moduleOf(all, source.slice(`\0${LIST}/`.length))
    },
  }
}
