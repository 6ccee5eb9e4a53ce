import { expect, it } from 'vitest'
import type { View } from '../../src/generated/messages'
import { status } from '../../src/game/status'

const view = (other: 'open' | 'person', clicks: string[][]): View =>
  ({
    you: 'w',
    colour: 'w',
    players: { w: { kind: 'person' }, b: { kind: other } },
    outcome: null,
    choose: null,
    left: 1,
    moves: [],
    stacks: [],
    turn: 'White[1]',
    actions: clicks.map((one) => ({ text: '', clicks: one })),
  }) as unknown as View

it('never says that it is your turn before your friend has come', () => {
  const place = [['hand:w:ant', 'hex:0,0']]
  expect(status(view('person', place))).toMatch(/^Your turn/)
  expect(status(view('open', place))).toBe('Waiting for your friend. You may already begin')
  expect(status(view('open', []))).toBe('Waiting for your friend')
})
