import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { flatten, readCatalogue } from '../plugins/catalogue'
import { fill } from '../src/words/template'

const SOURCES = new URL('../src/', import.meta.url).pathname
const WORDS = new URL('../../src/ruche/words/', import.meta.url).pathname

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return files(path)
    return /\.(svelte|ts)$/.test(name) ? [path] : []
  })
}

const text = files(SOURCES)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const all = readCatalogue()
const words = all['en']!.texts
/** The catalogue's key of a text of the page: those of other files stand as they are. */
const fullKey = (key: string): string => (/^(bug|mode|colour)\./.test(key) ? key : `page.${key}`)

/** A copy of all languages, and one more with these texts. */
function withLanguage(code: string, texts: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  made.push(folder)
  cpSync(WORDS, folder, { recursive: true })
  mkdirSync(join(folder, code))
  writeFileSync(join(folder, code, 'language.toml'), 'name = "New language"\nplural = ["1"]\n')
  writeFileSync(join(folder, code, 'page.toml'), texts)
  return folder
}

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })))

const areas = new Set(Object.keys(words).map((key) => key.split('.')[0]))
const literals = new Set([...text.matchAll(/['"`]([a-z]+\.[a-z0-9_]+)['"`]/g)].map((found) => found[1]!))
/** Keys put together at run time: `t(\`bug.${bug}\`)` uses every key that fits. */
const patterns = [...text.matchAll(/`([a-z]+\.[^`]*\$\{[^`]*)`/g)]
  .filter((found) => areas.has(found[1]!.split('.')[0]))
  .map(
    (found) =>
      new RegExp(
        `^${found[1]!
          .replace(/\$\{[^}]*\}/g, '§')
          .replace(/[.]/g, '\\.')
          .replace(/§/g, '[a-z0-9_]+')}$`,
      ),
  )

describe('the catalogue', () => {
  it('has every key that the page uses', () => {
    const said = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((found) => found[1]!)
    const used = [...said, ...[...literals].filter((key) => areas.has(key.split('.')[0]))]
    expect(used.filter((key) => !(key in words))).toEqual([])
    for (const pattern of patterns)
      expect(
        Object.keys(words).some((key) => pattern.test(key)),
        String(pattern),
      ).toBe(true)
  })

  it('has no key that the page does not use', () => {
    const server = /^(figures|theme|colour|mode|bug|command|result)\./
    const unused = Object.keys(words).filter(
      (key) => !server.test(key) && !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })
})

describe('languages', () => {
  it('are those that have a folder, English first', () => {
    const folders = readdirSync(WORDS).filter((name) => existsSync(join(WORDS, name, 'language.toml')))
    expect(new Set(Object.keys(all))).toEqual(new Set(folders))
    expect(Object.keys(all)[0]).toBe('en')
    expect([all['en']!.name, all['fr']!.name]).toEqual(['English', 'Français'])
  })

  it('say in English what they lack', () => {
    const { eo, en } = readCatalogue(withLanguage('eo', '[page.nav]\nplay = "Ludi"\n'))
    expect(eo!.texts).toEqual({ ...en!.texts, 'nav.play': 'Ludi' })
  })

  it('are added by a folder alone: every text and the list to choose from', async () => {
    const marked = Object.entries(words).map(([key, text]) => `${fullKey(key)} = ${JSON.stringify(`§${text}`)}`)
    const catalogue = readCatalogue(withLanguage('qx', marked.join('\n')))
    expect(Object.values(catalogue['qx']!.texts).filter((text) => !text.startsWith('§'))).toEqual([])
    const names = Object.fromEntries(Object.entries(catalogue).map(([code, { name }]) => [code, name]))
    vi.resetModules()
    vi.doMock('virtual:words', () => ({ names }))
    const { LANGUAGES, languageName, matchLanguage } = await import('../src/words/languages')
    expect(new Set(LANGUAGES)).toEqual(new Set([...Object.keys(all), 'qx']))
    expect(languageName('qx')).toBe('New language')
    expect(matchLanguage(['xx', 'qx-AA', 'fr'])).toBe('qx')
    expect(matchLanguage(['xx'])).toBe('en')
  })
})

describe('sentences', () => {
  it('are read from nested tables', () => {
    expect(flatten({ a: { b: 'yes', c: { d: 'no' } } })).toEqual({ 'a.b': 'yes', 'a.c.d': 'no' })
  })

  it('are filled and counted', () => {
    expect(fill('{n} move|{n} moves', { n: 1 })).toBe('1 move')
    expect(fill('{n} move|{n} moves', { n: 3 })).toBe('3 moves')
    expect(fill('{n} move|{n} moves', { n: 0 })).toBe('0 moves')
    expect(fill('{n} coup|{n} coups', { n: 0 }, all['fr']!.plural)).toBe('0 coup')
    expect(fill('{a} and {b}', { a: 'x' })).toBe('x and {b}')
  })
})
