import { describe, expect, it } from 'vitest'
import { key } from '../../src/board/hex'
import type { Frame, SpelledAction } from '../../src/generated/messages'
import { anticipate } from '../../src/play/optimistic'

const piece = (name: string, bug: string) => ({
  name,
  bug,
  colour: name.startsWith('w') ? ('w' as const) : ('b' as const),
})
const frame = {
  colour: 'w',
  stacks: [
    { q: 0, r: 0, pieces: [piece('wQ', 'queen_bee'), piece('wB1', 'beetle')] },
    { q: 1, r: 0, pieces: [piece('bQ', 'queen_bee')] },
  ],
  hands: { w: [{ name: 'wA1', bug: 'ant', colour: 'w', count: 2, faces: ['ant', 'fly'] }], b: [] },
  last: null,
} as unknown as Frame

const shown = (text: string, ...clicks: string[]) => {
  const found = anticipate(frame, { text, clicks } as SpelledAction)
  const lying = found?.frame.stacks.map((stack) => [key(stack), stack.pieces.map(({ bug }) => bug).join(' ')])
  return (
    found && { hex: found.hex, lying: Object.fromEntries(lying!), hands: found.frame.hands, last: found.frame.last }
  )
}

describe('an action that is on its way', () => {
  it('places a piece by the face that was chosen', () => {
    const found = shown('wY1 -wQ', 'hand:w:ant', 'face:fly', 'hex:-1,0')
    expect(found?.lying['-1,0']).toBe('fly')
    expect(found?.hands.w).toMatchObject([{ bug: 'ant', count: 1 }])
    expect(found?.last).toMatchObject({ kind: 'place', from: null, to: [-1, 0] })
  })

  it('moves the top of a stack, down, up, or thrown', () => {
    expect(shown('wB1 \\wQ', 'hex:0,0', 'hex:0,-1')?.lying).toMatchObject({ '0,0': 'queen_bee', '0,-1': 'beetle' })
    expect(shown('wB1 bQ', 'hex:0,0', 'hex:1,0')?.lying['1,0']).toBe('queen_bee beetle')
    const thrown = shown('bQ wP-', 'hex:5,5', 'hex:1,0', 'hex:6,5')
    expect(thrown?.lying).toEqual({ '0,0': 'queen_bee beetle', '6,5': 'queen_bee' })
    expect(thrown?.last).toMatchObject({ kind: 'move', from: [1, 0], to: [6, 5] })
  })

  it('flips a piece where it lies', () => {
    expect(shown('wB1 =wF1', 'hex:0,0', 'do:flip')).toMatchObject({ hex: '0,0', lying: { '0,0': 'queen_bee firefly' } })
  })

  it('waits for the answer where a power is used, and where nothing moves', () => {
    for (const mark of '*~x') expect(shown(`wB1 ${mark}bQ`, 'hex:0,0', 'hex:1,0')).toBeNull()
    expect(shown('pass', 'do:pass')).toBeNull()
  })
})
