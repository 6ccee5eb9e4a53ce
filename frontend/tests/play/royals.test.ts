import { expect, it } from 'vitest'
import type { Frame, StackView } from '../../src/generated/messages'
import { fallenRoyals } from '../../src/play/royals'

const royal = (q: number, colour: 'w' | 'b'): StackView =>
  ({ q, r: 0, pieces: [{ name: `${colour}Q`, bug: 'queen_bee', colour, royal: true }] }) as unknown as StackView
const stacks = [royal(0, 'w'), royal(1, 'b')]

it.each([
  ['surrounded', 'w', ['1,0']],
  ['surrounded', 'b', ['0,0']],
  ['both', null, ['0,0', '1,0']],
  ['resignation', 'w', []],
])('royals have fallen: %s, %s', (why, winner, fallen) => {
  expect([...fallenRoyals({ outcome: { why, winner } as Frame['outcome'], stacks })]).toEqual(fallen)
})
