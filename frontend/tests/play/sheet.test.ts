import { expect, it } from 'vitest'
import { shuts } from '../../src/play/sheet.svelte'

const now = { seq: 2, plies: 3, shared: true, over: false, docked: false }

it.each([
  ['a view that says the same', { ...now, seq: 1, plies: 2 }, false],
  ['a move of another player', now, false],
  ['the move that ends the game', { ...now, over: true }, true],
  ['a move of a game played alone', { ...now, shared: false }, true],
  ['an offer', { ...now, plies: 2 }, true],
  ['anything, where the board stays in sight', { ...now, shared: false, docked: true }, false],
])('%s shuts the sheet or does not', (_, course, wanted) => {
  expect(shuts({ seq: 1, plies: 2 }, course)).toBe(wanted)
})
