import { describe, expect, it } from 'vitest'
import { DIRECTIONS, at, bounds, centre, key, outline, rim, step, turned, unkey, vertical } from '../../src/board/hex'

const around = [-3, -2, -1, 0, 1, 2, 3]
const hexes = around.flatMap((q) => around.map((r) => ({ q, r })))

describe('hexes', () => {
  it('turn about the first by a sixth, clockwise, and back', () => {
    for (const hex of hexes) {
      const { x, y } = centre(hex)
      const there = centre(turned(hex, 1))
      const [sin, cos] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)]
      expect(there.x).toBeCloseTo(x * cos - y * sin)
      expect(there.y).toBeCloseTo(x * sin + y * cos)
      expect(turned(turned(hex, 2), -2)).toEqual(hex)
      expect(turned(hex, 6)).toEqual(hex)
    }
  })

  it('find their centre again, also from near it', () => {
    for (const hex of hexes) {
      const { x, y } = centre(hex)
      for (const [dx, dy] of [
        [0, 0],
        [30, 10],
        [-30, -10],
        [0, 40],
        [0, -40],
      ] as const)
        expect(at({ x: x + dx, y: y + dy }), key(hex)).toEqual(hex)
    }
  })

  it('have six neighbours at equal distance', () => {
    const far = DIRECTIONS.map((d) => {
      const { x, y } = centre(step({ q: 0, r: 0 }, d))
      return Math.hypot(x, y)
    })
    for (const one of far) expect(one).toBeCloseTo(far[0]!)
  })

  it('lie as the notation says: X- right, X/ up and right, X\\ down and right', () => {
    expect(centre({ q: 1, r: 0 })).toMatchObject({ y: 0 })
    expect(centre({ q: 1, r: -1 }).y).toBeLessThan(0)
    expect(centre({ q: 1, r: -1 }).x).toBeGreaterThan(0)
    expect(centre({ q: 0, r: 1 }).y).toBeGreaterThan(0)
    expect(centre({ q: 0, r: 1 }).x).toBeGreaterThan(0)
  })

  it('go straight up and down in two steps, and back', () => {
    for (const hex of hexes) {
      const up = vertical(vertical(hex, 'up'), 'up')
      expect(centre(up).x).toBeCloseTo(centre(hex).x)
      expect(vertical(vertical(hex, 'up'), 'down')).toEqual(hex)
    }
  })

  it('are named and read', () => {
    for (const hex of hexes) expect(unkey(key(hex))).toEqual(hex)
    expect(() => unkey('here')).toThrow('not a hex')
  })
})

describe('a group of hexes', () => {
  it('has a rim of empty neighbours', () => {
    expect(rim([{ q: 0, r: 0 }])).toHaveLength(6)
    const two = rim([
      { q: 0, r: 0 },
      { q: 1, r: 0 },
    ])
    expect(two).toHaveLength(8)
    expect(two.map(key)).not.toContain('1,0')
  })

  it('has bounds', () => {
    expect(bounds([])).toBeNull()
    const one = bounds([{ q: 0, r: 0 }])!
    const two = bounds([
      { q: 0, r: 0 },
      { q: 2, r: 0 },
    ])!
    expect(two.right - two.left).toBeGreaterThan(one.right - one.left)
    expect(two.top).toBe(one.top)
  })
})

it('an outline has six rounded corners', () => {
  expect(outline(50, 7).match(/Q/g)).toHaveLength(6)
  expect(outline(50, 7)).toMatch(/^M.*Z$/)
})
