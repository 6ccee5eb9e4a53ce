import { describe, expect, it } from 'vitest'
import {
  CLOSEST,
  FARTHEST,
  between,
  fit,
  follow,
  keep,
  reveal,
  sees,
  toScreen,
  toWorld,
  zoom,
  type Camera,
} from '../../src/board/camera'

const window = { width: 800, height: 600 }
const camera: Camera = { x: 100, y: 50, k: 0.8 }
const small = { left: -50, right: 50, top: -50, bottom: 50 }
const wide = { left: -2000, right: 2000, top: -50, bottom: 50 }

describe('the camera', () => {
  it('goes to the screen and back', () => {
    const point = { x: 12, y: -34 }
    const back = toWorld(camera, toScreen(camera, point))
    expect(back.x).toBeCloseTo(point.x)
    expect(back.y).toBeCloseTo(point.y)
  })

  it('never loses the hive from sight', () => {
    const askew = Array.from({ length: 8 }, (_, i) => ({ x: 50 * i, y: 75 * i }))
    for (const k of [0.2, 1, CLOSEST])
      for (const [x, y] of [
        [-9000, 0],
        [9000, 9000],
        [9000, -9000],
        [-9000, 9000],
        [400, -9000],
      ] as const) {
        const kept = keep({ x, y, k }, askew, window)
        const seen = askew
          .map((point) => toScreen(kept, point))
          .filter(({ x, y }) => x >= 45 && x <= 755 && y >= 45 && y <= 555)
        expect(seen).not.toEqual([])
      }
    expect(keep({ x: 700, y: 100, k: 1 }, askew, window)).toEqual({ x: 700, y: 100, k: 1 })
  })

  it('keeps the point under the finger when zooming', () => {
    const finger = { x: 333, y: 222 }
    const world = toWorld(camera, finger)
    const after = toScreen(zoom(camera, finger, 1.7), world)
    expect(after.x).toBeCloseTo(finger.x)
    expect(after.y).toBeCloseTo(finger.y)
  })

  it('does not zoom without end', () => {
    expect(zoom(camera, { x: 0, y: 0 }, 1000).k).toBe(CLOSEST)
    expect(zoom(camera, { x: 0, y: 0 }, 0.0001).k).toBe(FARTHEST)
  })

  it('fits a box into the middle', () => {
    for (const box of [small, wide]) {
      const fitted = fit(box, window)
      expect(sees(fitted, box, window)).toBe(true)
      const middle = toScreen(fitted, { x: 0, y: 0 })
      expect(middle).toEqual({ x: 400, y: 300 })
    }
  })

  it('does not move while all is in sight', () => {
    const fitted = fit(small, window)
    expect(follow(fitted, small, window)).toBe(fitted)
  })

  it('shifts without zooming when that is enough', () => {
    const aside = { ...fit(small, window), x: 790 }
    const after = follow(aside, small, window)
    expect(after.k).toBe(aside.k)
    expect(after.y).toBe(aside.y)
    expect(sees(after, small, window)).toBe(true)
  })

  it('zooms out when it must', () => {
    const near = fit(small, window)
    const after = follow(near, wide, window)
    expect(after.k).toBeLessThan(near.k)
    expect(sees(after, wide, window)).toBe(true)
  })

  it('brings a box into sight by the least move, whatever the zoom', () => {
    for (const k of [FARTHEST, 0.8, CLOSEST]) {
      for (const [x, y] of [
        [-300, 300],
        [400, 900],
        [2000, -2000],
      ] as const) {
        const before = { x, y, k }
        const after = reveal(before, small, window)
        expect(after.k).toBe(k)
        expect(sees(after, small, window)).toBe(true)
        expect(reveal(after, small, window)).toBe(after)
      }
    }
    expect(reveal({ x: -300, y: 300, k: 1 }, small, window)).toEqual({ x: 66, y: 300, k: 1 })
  })

  it('shows the middle of what is larger than the window', () => {
    const after = reveal(camera, wide, window)
    expect(after.k).toBe(camera.k)
    expect(toScreen(after, { x: 0, y: 0 }).x).toBeCloseTo(400)
  })

  it('glides from one view to another', () => {
    const goal = { x: 0, y: 0, k: 0.2 }
    expect(between(camera, goal, 0)).toEqual(camera)
    const end = between(camera, goal, 1)
    expect(end.k).toBeCloseTo(goal.k)
    expect(between(camera, goal, 0.5).k).toBeCloseTo(0.4)
  })
})
