import { describe, expect, it } from 'vitest'
import { planFlight } from '../../src/board/animation.svelte'
import { centre } from '../../src/board/hex'
import type { PieceView, StackView } from '../../src/generated/messages'

const piece = (name: string): PieceView => ({ name, bug: 'beetle', colour: 'w' })
const stacks = new Map<string, StackView>([
  ['0,0', { q: 0, r: 0, pieces: [piece('wQ')] }],
  ['1,0', { q: 1, r: 0, pieces: [piece('bQ'), piece('wB1')] }],
])

describe('the flight of a piece', () => {
  it('leads from where it was to the top of where it is', () => {
    const flight = planFlight({ text: 'wB1 bQ', from: [2, -1], to: [1, 0] }, stacks)!
    expect(flight).toMatchObject({ hex: '1,0', level: 1, piece: { name: 'wB1' } })
    const [start, end] = [centre({ q: 2, r: -1 }), centre({ q: 1, r: 0 })]
    expect({ x: end.x + flight.dx, y: end.y + flight.dy }).toEqual(start)
  })

  it('is none for what has not moved on the board', () => {
    expect(planFlight({ text: 'wQ', from: null, to: [0, 0] }, stacks)).toBeNull()
    expect(planFlight({ text: 'pass', from: null, to: null }, stacks)).toBeNull()
    expect(planFlight({ text: 'wA1 x', from: [0, 0], to: [5, 5] }, stacks)).toBeNull() // it was killed there
  })
})
