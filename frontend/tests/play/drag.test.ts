import { describe, expect, it, vi } from 'vitest'
import { Drag } from '../../src/play/drag.svelte'

const event = (type: string, x: number, y: number, pointerId = 1): PointerEvent =>
  Object.assign(new Event(type), { pointerId, clientX: x, clientY: y }) as unknown as PointerEvent

function begin(above = 0) {
  const window = new EventTarget()
  const seen: unknown[] = []
  const drag = new Drag(
    { lift: (token) => seen.push(['lift', token]), drop: (token, at) => seen.push(['drop', token, at]) },
    window,
  )
  drag.begin('hex:0,0', event('pointerdown', 100, 100), above)
  return { drag, seen, send: (...what: Parameters<typeof event>) => window.dispatchEvent(event(...what)) }
}

describe('a drag', () => {
  it('is only a click as long as the pointer hardly moves', () => {
    const { drag, seen, send } = begin()
    send('pointermove', 103, 102)
    send('pointerup', 103, 102)
    expect(seen).toEqual([])
    expect(drag.justEnded).toBe(false)
  })

  it('carries the piece above a finger, and drops it there', () => {
    const { drag, seen, send } = begin(40)
    send('pointermove', 120, 100)
    expect(drag.at).toEqual({ x: 120, y: 60 })
    send('pointerup', 130, 90)
    expect(seen.at(-1)).toEqual(['drop', 'hex:0,0', { x: 130, y: 50 }])
  })

  it('lifts, follows the pointer, and drops', () => {
    vi.useFakeTimers()
    const { drag, seen, send } = begin()
    send('pointermove', 120, 100)
    expect(seen).toEqual([['lift', 'hex:0,0']])
    expect(drag.at).toEqual({ x: 120, y: 100 })
    send('pointermove', 101, 100) // back near its start it is still a drag
    send('pointerup', 130, 90)
    expect(drag.at).toBeNull()
    expect(seen.slice(1)).toEqual([['drop', 'hex:0,0', { x: 130, y: 90 }]])
    expect(drag.justEnded).toBe(true) // the click that the browser sends now is swallowed
    vi.runAllTimers()
    expect(drag.justEnded).toBe(false)
    vi.useRealTimers()
  })

  it('falls nowhere when it is interrupted', () => {
    const { drag, seen, send } = begin()
    send('pointermove', 120, 100)
    send('pointercancel', 120, 100)
    expect(seen.at(-1)).toEqual(['drop', 'hex:0,0', null])
    expect(drag.at).toBeNull()
  })

  it('belongs to the pointer that began it, and ends with it', () => {
    const { drag, seen, send } = begin()
    send('pointermove', 300, 300, 2)
    expect(drag.at).toBeNull()
    send('pointerup', 100, 100)
    send('pointermove', 300, 300)
    expect(seen).toEqual([])
  })
})
