import { describe, expect, it } from 'vitest'
import { gestures } from '../../src/board/gestures'

class Pad extends EventTarget {
  getBoundingClientRect = () => ({ left: 10, top: 20 })
  setPointerCapture = () => undefined

  send(type: string, pointerId: number, clientX: number, clientY: number, more = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), { pointerId, clientX, clientY, button: 0, ...more }))
  }
}

function watch(allowed = true) {
  const pad = new Pad()
  const seen: unknown[] = []
  const touched = gestures(pad as unknown as Element, {
    begin: () => allowed,
    pan: (dx, dy) => seen.push(['pan', dx, dy]),
    zoom: (about, factor) => seen.push(['zoom', about, factor]),
  })
  return { pad, seen, touched }
}

describe('gestures', () => {
  it('leave a tap alone', () => {
    const { pad, seen, touched } = watch()
    pad.send('pointerdown', 1, 100, 100)
    pad.send('pointermove', 1, 102, 101)
    pad.send('pointerup', 1, 102, 101)
    expect(seen).toEqual([])
    expect(touched.moved()).toBe(false)
  })

  it('pan by one pointer, once it has moved', () => {
    const { pad, seen, touched } = watch()
    pad.send('pointerdown', 1, 100, 100)
    pad.send('pointermove', 1, 120, 100)
    pad.send('pointermove', 1, 125, 103)
    expect(seen).toEqual([
      ['pan', 20, 0],
      ['pan', 5, 3],
    ])
    expect(touched.moved()).toBe(true)
    pad.send('pointerup', 1, 125, 103)
    pad.send('pointerdown', 1, 0, 0)
    expect(touched.moved()).toBe(false)
  })

  it('do nothing where a drag has taken over', () => {
    const { pad, seen } = watch(false)
    pad.send('pointerdown', 1, 100, 100)
    pad.send('pointermove', 1, 150, 100)
    expect(seen).toEqual([])
  })

  it('zoom about the middle of two pointers', () => {
    const { pad, seen } = watch()
    pad.send('pointerdown', 1, 110, 120)
    pad.send('pointerdown', 2, 210, 120)
    pad.send('pointermove', 2, 310, 120)
    expect(seen).toContainEqual(['zoom', { x: 200, y: 100 }, 2])
  })

  it('zoom by the wheel about the pointer, by lines as by pixels', () => {
    const { pad, seen } = watch()
    pad.send('wheel', 0, 60, 70, { deltaY: -60, deltaMode: 0 })
    pad.send('wheel', 0, 60, 70, { deltaY: -2, deltaMode: 1 })
    expect(seen[0]).toEqual(seen[1])
    const [, about, factor] = seen[0] as [string, unknown, number]
    expect(about).toEqual({ x: 50, y: 50 })
    expect(factor).toBeGreaterThan(1)
  })

  it('end when told to', () => {
    const { pad, seen, touched } = watch()
    touched.destroy()
    pad.send('pointerdown', 1, 0, 0)
    pad.send('pointermove', 1, 50, 0)
    pad.send('wheel', 0, 0, 0, { deltaY: 9, deltaMode: 0 })
    expect(seen).toEqual([])
  })
})
