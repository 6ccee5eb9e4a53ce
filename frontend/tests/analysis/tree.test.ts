import { describe, expect, it } from 'vitest'
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
} from '../../src/analysis/tree'

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
