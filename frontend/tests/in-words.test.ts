import { afterEach, describe, expect, it } from 'vitest'
import { settings } from '../src/settings/settings.svelte'
import { inWords } from '../src/words/in-words'

afterEach(() => Object.assign(settings, { notation: false, language: 'en' }))

describe('a sentence of the server', () => {
  it('names pieces and game types for who does not read notation', () => {
    settings.language = 'en'
    expect(inWords("'wA4' is one too many: Base+ML has 3 of them.")).toBe(
      'white ant 4 is one too many: Carbon has 3 of them.',
    )
    expect(inWords("'wA4' is not a piece of Base+P+Swarm.")).toBe(
      'white ant 4 is not a piece of Base + Pillbug + Swarm.',
    )
    expect(inWords('Rule wZ stays, as does White.')).toBe('Rule wZ stays, as does White.')
  })

  it('stays as it is for who does', () => {
    settings.notation = true
    expect(inWords("'wA4' is one too many.")).toBe("'wA4' is one too many.")
  })
})
