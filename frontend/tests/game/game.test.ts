import { describe, expect, it } from 'vitest'
import { left, readable } from '../../src/game/clock'
import { compose, decompose, typeName } from '../../src/game/game-type'
import { PRESETS } from '../../src/generated/facts'
import { agree, rows } from '../../src/game/moves'
import type { MoveView } from '../../src/generated/messages'

describe('game types', () => {
  const types = [
    ...PRESETS.map(({ type }) => type),
    'Base+ML+O1',
    'Base+S0O2',
    'Venom+MLP+Locked',
    'Base+Guardians+Locked',
    'Base+A2G2F1',
    'Venom+MLP+Predators+Guardians+Honeycombo+Swarm',
  ]
  it.each(types)('%s is taken apart and put together again', (type) => {
    expect(compose(decompose(type))).toBe(type)
  })

  it('are read by their short names', () => {
    expect(compose(decompose('Carbon+Swarm'))).toBe('Base+ML+Swarm')
    expect(compose(decompose('Ultimate'))).toBe('Venom+MLP+Predators+Guardians+Honeycombo')
  })

  it('are called by their names, and nothing is called what it is not', () => {
    expect(typeName('Base+MLP')).toBe('Base + Mosquito, Ladybug, Pillbug')
    expect(typeName('Venom+MLP+Predators+Guardians+Honeycombo')).toBe('Ultimate')
    expect(typeName('Base+S0O2+Swarm')).toContain('2\u00a0×\u00a0scorpion')
    for (const type of ['xyz', 'Base+Unheard', 'Base+MX', 'Base+Z2', ''])
      expect(typeName(type)).toBe('Unknown game type')
  })

  it('leave out what does not go together', () => {
    expect(compose({ ...decompose('Base'), modules: ['Locked'] })).toBe('Base')
    expect(compose({ ...decompose('Venom'), mix: { O: 2 } })).toBe('Venom')
  })
})

const move = (text: string, turn: string): MoveView => ({ seq: 0, text, kind: 'move', turn, words: {}, at: null })

describe('move lists', () => {
  it('agree as far as they are equal', () => {
    const a = [move('wS1', 'White[1]'), move('bA1 wS1-', 'Black[1]')]
    expect(agree(a, a)).toBe(2)
    expect(agree(a, a.slice(0, 1))).toBe(1)
    expect(agree(a, [move('wA1', 'White[1]')])).toBe(0)
  })

  it('are laid out by turns, double turns too', () => {
    const list = rows([
      move('a', 'White[1]'),
      move('b', 'Black[1]'),
      move('c', 'White[2]'),
      move('d', 'White[2]'),
      move('e', 'Black[2]'),
    ])
    expect(list.map((row) => [row.number, row.white.length, row.black.length])).toEqual([
      ['1', 1, 1],
      ['2', 2, 1],
    ])
    expect(list[1]!.black[0]!.ply).toBe(5)
  })
})

describe('clocks', () => {
  const clock = { kind: 'real' as const, w: 100, b: 50, running: 'w' as const, increment: 0 }
  it("run for the side to move, by the server's time", () => {
    expect(left(clock, 'w', 1000, 0, 1010)).toBe(90)
    expect(left(clock, 'b', 1000, 0, 1010)).toBe(50)
    expect(left(clock, 'w', 1000, 5, 1010)).toBe(95)
    expect(left(clock, 'w', 1000, 0, 2000)).toBe(0)
    expect(left(clock, 'w', 1000, 0, 990)).toBe(100)
  })

  it('are readable', () => {
    expect(readable(65, 'd', 'h')).toBe('1:05')
    expect(readable(3723, 'd', 'h')).toBe('1:02:03')
    expect(readable(9.96, 'd', 'h')).toBe('0:09.9')
    expect(readable(3 * 86400 + 7200, 'd', 'h')).toBe('3 d 2 h')
  })
})
