import { describe, expect, it } from 'vitest'
import type { Frame, PieceView, ReasonView, SpelledAction } from '../../src/generated/messages'
import { Clicker } from '../../src/play/clicker.svelte'
import { Selection } from '../../src/play/selection.svelte'
import { nextIn, shortcut } from '../../src/play/shortcuts'

const actions: SpelledAction[] = [
  { text: 'wA1 -wQ', clicks: ['hand:w:ant', 'face:ant', 'hex:-1,0'] },
  { text: 'wY1 -wQ', clicks: ['hand:w:ant', 'face:fly', 'hex:-1,0'] },
  { text: 'wB1 bQ', clicks: ['hex:0,0', 'hex:1,0'] },
  { text: 'steal bG2', clicks: ['do:steal:bG2'] },
]
const beetle: PieceView = { name: 'wB1', bug: 'beetle', colour: 'w' }
const frame = { stacks: [{ q: 0, r: 0, pieces: [{ ...beetle, name: 'wQ', bug: 'queen_bee' }, beetle] }] } as Frame

async function after(...tokens: string[]): Promise<Selection> {
  const clicker = new Clicker({
    actions: () => actions,
    play: async () => null,
    why: async () => null,
    confirms: () => true,
    unreachable: () => ({}) as ReasonView,
    refused: () => undefined,
  })
  for (const token of tokens) await clicker.press(token)
  return new Selection(clicker, () => frame)
}

describe('what the clicks mean on the screen', () => {
  it('is nothing before the first', async () => {
    const { first, heldHex, lit, carried, ghost, question, stealable } = await after()
    expect([first, heldHex, lit.size, carried, ghost, question]).toEqual([null, null, 0, null, null, null])
    expect([...stealable]).toEqual(['bG2'])
  })

  it('is a piece held on the board: its top', async () => {
    const { heldHex, lit, carried, question } = await after('hex:0,0')
    expect([heldHex, [...lit], carried?.bug]).toEqual(['0,0', ['1,0'], 'beetle'])
    expect(question).not.toBeNull()
  })

  it('is a piece from a hand, by the face that was chosen, seen where it would stand', async () => {
    const held = await after('hand:w:ant')
    expect([held.heldHex, held.carried, [...held.lit], held.ghost]).toEqual([
      null,
      { bug: 'ant', colour: 'w' },
      ['-1,0'],
      null,
    ])
    const other = await after('hand:w:ant', 'face:fly')
    expect(other.carried).toEqual({ bug: 'fly', colour: 'w' })
    const chosen = await after('hand:w:ant', 'face:fly', 'hex:-1,0')
    expect(chosen.ghost).toEqual({ hex: '-1,0', bug: 'fly', colour: 'w' })
  })
})

describe('shortcuts', () => {
  it('are told by their key', () => {
    expect(['Escape', 'h', 'b', 'n', 'x'].map(shortcut)).toEqual(['cancel', 'hand', 'board', 'next', null])
  })

  it('go round the hexes', () => {
    expect(nextIn(['a', 'b'], 'a')).toBe('b')
    expect(nextIn(['a', 'b'], 'b')).toBe('a')
    expect(nextIn(['a', 'b'], 'elsewhere')).toBe('a')
    expect(nextIn([], 'a')).toBeNull()
  })
})
