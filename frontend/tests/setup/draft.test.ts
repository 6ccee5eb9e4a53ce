import { pieceOf } from '../../src/board/names'
import { describe, expect, it } from 'vitest'
import { anyOf, drafted, firstTurn, isWhole, laid, put, rearrange, textOf } from '../../src/setup/draft'
import type { SetUp } from '../../src/generated/messages'

const ALL = { sections: ['hands', 'removed', 'honeycombo'], events: ['placed', 'moved'] } as const
const everything = { sections: [...ALL.sections], events: [...ALL.events] }
const setup: SetUp = {
  stacks: [
    { q: 0, r: 0, pieces: ['wQ', 'bB1'] },
    { q: 1, r: 0, pieces: ['hc'] },
  ],
  colour: 'b',
  turn: 7,
  hands: { w: ['wA1'], b: [] },
  removed: ['wX', 'bA1'],
  honeycombo: 'w',
  double: 'b',
  last: [{ kind: 'moved', at: [0, 0], from: [0, 1] }],
}

describe('the draft of a set-up', () => {
  it('gives back what it was opened with', () => {
    expect(laid(drafted('Base', setup), everything)).toEqual(setup)
  })

  it('tells nothing that the game type does not have', () => {
    const plain = laid(drafted('Base', { ...setup, hands: {} }), { sections: [], events: [] })
    expect(Object.keys(plain).sort()).toEqual(['colour', 'stacks', 'turn'])
  })

  it('is the same in whatever order it was laid', () => {
    const turned = { ...setup, stacks: [...setup.stacks].reverse() }
    expect(textOf(drafted('Base', turned), everything)).toBe(textOf(drafted('Base', setup), everything))
  })

  it('names pieces by their letters', () => {
    expect(pieceOf('bY2')).toEqual({ name: 'bY2', bug: 'fly', colour: 'b' })
    expect(pieceOf('hc').bug).toBe('honeycombo')
    expect(anyOf({ bug: 'ant', colour: 'w' }).name).toBe('wA')
  })

  it('forgets what happened to a piece that is gone', () => {
    const draft = drafted('Base', setup)
    put(draft, { q: 0, r: 0 }, null)
    expect(draft.last).toHaveLength(1) // the queen still lies there
    put(draft, { q: 0, r: 0 }, null)
    expect(draft.last).toHaveLength(0)
    put(draft, { q: 5, r: 5 }, { bug: 'ant', colour: 'b' })
    expect(draft.stacks.at(-1)?.pieces.map(({ name }) => name)).toEqual(['bA'])
  })

  it('counts turns by the pieces, until a later one is chosen', () => {
    const draft = drafted('Base', { stacks: [], colour: 'w', turn: 1 })
    const place = (q: number, colour: 'w' | 'b'): void =>
      rearrange(draft, () => put(draft, { q, r: 0 }, { bug: 'ant', colour }))
    place(0, 'w')
    expect(draft.turn).toBe(2) // White has had a turn, and is to move
    rearrange(draft, () => (draft.colour = 'b'))
    expect(draft.turn).toBe(1) // Black has had none
    place(1, 'b')
    expect(draft.turn).toBe(2)
    rearrange(draft, () => put(draft, { q: 1, r: 0 }, null))
    expect(draft.turn).toBe(1)
    draft.turn = 9
    place(1, 'b')
    expect([draft.turn, firstTurn(draft)]).toEqual([9, 2])
  })

  it('knows when an event is told in full', () => {
    expect(isWhole({ kind: 'placed', at: [0, 0], from: null })).toBe(true)
    expect(isWhole({ kind: 'moved', at: [0, 0], from: null })).toBe(false)
    expect(isWhole({ kind: 'moved', at: null, from: null })).toBe(false)
  })
})
