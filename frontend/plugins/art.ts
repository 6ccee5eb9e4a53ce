// The pictures of the bugs, read from src/ruche/render/art/*.svg at build time and given to the page as
// `virtual:art`: for each bug the drawing, in the box -50 -50 100 100, and its accent on light and on dark tiles.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ART = fileURLToPath(new URL('../../src/ruche/render/art/', import.meta.url))

export interface Drawing {
  inner: string
  light: string
  dark: string
}

/** Takes the root element off, and the space between tags. */
export function drawing(svg: string): Drawing {
  const root = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(svg)
  const light = /data-accent="([^"]*)"/.exec(root?.[1] ?? '')?.[1]
  const dark = /data-accent-dark="([^"]*)"/.exec(root?.[1] ?? '')?.[1]
  if (!root?.[2] || !light || !dark) throw new Error('a picture is an SVG file that names its accents')
  return { inner: root[2].replace(/\s+/g, ' ').replace(/> </g, '><').trim(), light, dark }
}

export function readArt(): Record<string, Drawing> {
  const files = readdirSync(ART)
    .filter((name) => name.endsWith('.svg'))
    .sort()
  return Object.fromEntries(files.map((name) => [name.slice(0, -4), drawing(readFileSync(ART + name, 'utf8'))]))
}

export function art(): Plugin {
  const id = 'virtual:art'
  return {
    name: 'ruche-art',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(readArt())}` : undefined),
  }
}
