import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { art } from './plugins/art.ts'
import { catalogue } from './plugins/catalogue.ts'
import { serviceWorker } from './plugins/service-worker.ts'

export default defineConfig({
  plugins: [svelte(), catalogue(), art(), serviceWorker()],
  build: {
    outDir: '../src/ruche/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      // What every page needs is one file: each of two dozen would bring its own headers and be zipped alone.
      output: { codeSplitting: { groups: [{ name: 'shared', tags: ['$initial'] }] } },
    },
  },
  test: { setupFiles: ['tests/browser.ts'] },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
