import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flatten, readCatalogue } from '../plugins/catalogue'
import { fill } from '../src/words/template'

const SOURCES = new URL('../src/', import.meta.url).pathname

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
const words = readCatalogue()
const areas = new Set(Object.keys(words.en).map((key) => key.split('.')[0]))
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
  it('has both languages for every key', () => {
    expect(Object.keys(words.fr).sort()).toEqual(Object.keys(words.en).sort())
  })

  it('has every key that the page uses', () => {
    const said = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((found) => found[1]!)
    const used = [...said, ...[...literals].filter((key) => areas.has(key.split('.')[0]))]
    expect(used.filter((key) => !(key in words.en))).toEqual([])
    for (const pattern of patterns)
      expect(
        Object.keys(words.en).some((key) => pattern.test(key)),
        String(pattern),
      ).toBe(true)
  })

  it('has no key that the page does not use', () => {
    const server = /^(figures|theme|colour|mode|bug|deed|result)\./
    const unused = Object.keys(words.en).filter(
      (key) => !server.test(key) && !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })

  it('fills the same values in both languages', () => {
    const values = (sentence: string): string[] => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()
    for (const [key, sentence] of Object.entries(words.en))
      expect(values(words.fr[key]!), key).toEqual(values(sentence))
  })
})

describe('sentences', () => {
  it('are read from nested tables', () => {
    const read = flatten({ a: { b: { en: 'yes', fr: 'oui' } } }, { en: {}, fr: {} })
    expect(read).toEqual({ en: { 'a.b': 'yes' }, fr: { 'a.b': 'oui' } })
  })

  it('are filled and counted', () => {
    expect(fill('{n} move|{n} moves', { n: 1 })).toBe('1 move')
    expect(fill('{n} move|{n} moves', { n: 3 })).toBe('3 moves')
    expect(fill('{n} move|{n} moves', { n: 0 })).toBe('0 moves')
    expect(fill('{n} coup|{n} coups', { n: 0 }, 'fr')).toBe('0 coup')
    expect(fill('{a} and {b}', { a: 'x' })).toBe('x and {b}')
  })
})
