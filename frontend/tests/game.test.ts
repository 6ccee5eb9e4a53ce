import { describe, expect, it } from 'vitest'
import { drawing } from '../plugins/art'
import { left, readable } from '../src/game/clock'
import { compose, decompose } from '../src/game/game-type'
import { PRESETS } from '../src/generated/facts'
import { agree, rows } from '../src/game/moves'
import {
  cut,
  follow,
  grow,
  harvest,
  leaves,
  lineThrough,
  path,
  play,
  promote,
  root,
  single,
  trail,
} from '../src/analysis/tree'
import type { MoveView } from '../src/generated/messages'

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

  it('leave out what does not go together', () => {
    expect(compose({ ...decompose('Base'), modules: ['Locked'] })).toBe('Base')
    expect(compose({ ...decompose('Venom'), mix: { O: 2 } })).toBe('Venom')
  })
})

const move = (text: string, turn: string): MoveView => ({ seq: 0, text, turn, words: {}, at: null })

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

describe('variations', () => {
  it('grow, are walked, cut and promoted', () => {
    const start = root()
    grow(start, [
      { action: 'a', comment: null, parent: -1 },
      { action: 'b', comment: 'good', parent: 0 },
    ])
    const a = start.children[0]!
    const c = play(a, 'c')
    expect(play(a, 'c')).toBe(c)
    expect(path(c)).toEqual(['a', 'c'])
    expect(lineThrough(a).map(({ action }) => action)).toEqual(['', 'a', 'b'])
    expect(leaves(start).map(path)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    promote(c)
    expect(lineThrough(start).map(({ action }) => action)).toEqual(['', 'a', 'c'])
    expect(harvest(start)).toEqual([
      { action: 'a', comment: null, parent: -1 },
      { action: 'c', comment: null, parent: 0 },
      { action: 'b', comment: 'good', parent: 0 },
    ])
    expect(cut(c)).toBe(a)
    expect(a.children.map(({ action }) => action)).toEqual(['b'])
  })
})

it('a tree of ten thousand actions needs no deep recursion', () => {
  const records = single(Array.from({ length: 10_000 }, (_, i) => String(i)))
  const start = root()
  grow(start, records)
  expect(harvest(start)).toEqual(records)
  expect(leaves(start).map(({ action }) => action)).toEqual(['9999'])
})

it('a place in a tree is found again', () => {
  const start = root()
  grow(start, single(['a', 'b']))
  const c = play(play(start, 'a'), 'c')
  expect(trail(c)).toEqual([0, 1])
  const again = root()
  grow(again, harvest(start))
  expect(path(follow(again, trail(c)))).toEqual(['a', 'c'])
  expect(follow(again, [])).toBe(again)
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

it('a picture is taken out of its file', () => {
  const svg =
    '<svg viewBox="0 0 1 1" data-accent="#fff" data-accent-dark="#000">\n <g>\n  <path d="M0 0"/>\n </g>\n</svg>'
  expect(drawing(svg)).toEqual({ inner: '<g><path d="M0 0"/></g>', light: '#fff', dark: '#000' })
  expect(() => drawing('<svg></svg>')).toThrow('names its accents')
})
