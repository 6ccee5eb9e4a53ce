// Writes sw.js: the template in plugins/sw.js with the list of built files and a version made of their names,
// so that the same sources always give the same worker.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const TEMPLATE = fileURLToPath(new URL('./sw.js', import.meta.url))

export function serviceWorker(): Plugin {
  return {
    name: 'ruche-service-worker',
    apply: 'build',
    // After the others: the page's own entry is no file any more once its only import stands in index.html.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort()
        const files = ['/', '/manifest.webmanifest', '/icon.svg', ...built.map((name) => `/${name}`)]
        const index = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
        const source = readFileSync(TEMPLATE, 'utf8')
          .replace('__FILES__', JSON.stringify(files))
          .replace('__VERSION__', index)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
