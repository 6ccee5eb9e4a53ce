// The little of a browser that modules ask for when they are loaded.
import { vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

const { speak } = await import('../src/words/catalogue.svelte')
await speak()
