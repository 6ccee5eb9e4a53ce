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
    expect(inWords('White[1]: a player who has had 0 turns cannot have 2 pieces in play.')).toBe(
      "White's turn 1: a player who has had 0 turns cannot have 2 pieces in play.",
    )
    expect(inWords("'Base+Unheard' is not a game type.")).toBe("'Base+Unheard' is not a game type.")
    expect(inWords('Rule wZ stays, as does White.')).toBe('Rule wZ stays, as does White.')
  })

  it('quotes records as they are written', () => {
    const said = 'It is no record: expected a GameString such as Base;InProgress;White[2];wA1;bA1 wA1-, or a PGN.'
    expect(inWords(said)).toBe(said)
  })

  it('stays as it is for who does', () => {
    settings.notation = true
    expect(inWords("'wA4' is one too many.")).toBe("'wA4' is one too many.")
  })
})
