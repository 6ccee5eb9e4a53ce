import { describe, expect, it } from 'vitest'
import { bestTurns } from '../../src/board/follow.svelte'
import { BoardState } from '../../src/board/state.svelte'
import type { Viewport } from '../../src/board/viewport.svelte'

const row = (length: number, down = 0) =>
  Array.from({ length }, (_, i) => ({ q: i * (1 - down), r: i * down, pieces: [] }))
const board = (stacks: BoardState['props']['stacks'], turnable = true): BoardState =>
  new BoardState({ stacks, turnable, label: '', onhex: () => undefined })
const phone = { room: { width: 390, height: 550 } } as Viewport
const lying = { room: { width: 600, height: 300 } } as Viewport

describe('how the board lies', () => {
  it('a wide hive is turned on an upright screen, a tall one on a wide screen', () => {
    expect(Math.abs(bestTurns(board(row(9)), phone))).toBe(1)
    expect(bestTurns(board(row(9)), lying)).toBe(0)
    expect(bestTurns(board(row(9, 1)), phone)).toBe(0)
    expect(bestTurns(board(row(9, 1)), lying)).not.toBe(0)
  })

  it('it is left alone while tiles are large, where little is gained, and where it may not be turned', () => {
    expect(bestTurns(board(row(3)), phone)).toBe(0)
    const blob = row(7).flatMap(({ q }) => row(7, 1).map(({ r }) => ({ q, r: r - (q >> 1), pieces: [] })))
    expect(bestTurns(board(blob), phone)).toBe(0)
    expect(bestTurns(board(row(9), false), phone)).toBe(0)
  })

  it('once turned it stays so', () => {
    const one = board(row(9))
    one.turns = bestTurns(one, phone)
    expect(bestTurns(one, phone)).toBe(one.turns)
  })
})
