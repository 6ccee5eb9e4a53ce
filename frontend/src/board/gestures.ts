// Pan and zoom on an element, by one or two pointers or the wheel. Taps stay clicks: a gesture begins after a few pixels.
import type { Point } from './hex'

const SLACK = 6
const PIXELS_A_LINE = 30
/** The wheel zooms by e after so many pixels. */
const WHEEL_PIXELS = 500

export interface Gestures {
  /** May this press begin a pan? */
  begin(event: PointerEvent): boolean
  pan(dx: number, dy: number): void
  /** By a pinch or the wheel, about a point of the element. */
  zoom(about: Point, factor: number): void
}

export function gestures(element: Element, on: Gestures): { destroy(): void; moved(): boolean } {
  const held = new Map<number, Point>()
  let moving = false
  let start: Point = { x: 0, y: 0 }

  const spot = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return
    if (held.size === 0) {
      moving = false
      if (!on.begin(event)) return
      start = spot(event)
    }
    if (held.size < 2) held.set(event.pointerId, spot(event))
  }

  const move = (event: PointerEvent): void => {
    const before = held.get(event.pointerId)
    if (!before) return
    const now = spot(event)
    if (!moving && held.size === 1) {
      if (Math.hypot(now.x - start.x, now.y - start.y) < SLACK) return
      moving = true
      element.setPointerCapture(event.pointerId)
    }
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      moving = true
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
      on.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
      if (Number.isFinite(factor) && factor > 0) on.zoom({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, factor)
    } else {
      on.pan(now.x - before.x, now.y - before.y)
    }
    held.set(event.pointerId, now)
  }

  const up = (event: PointerEvent): void => {
    held.delete(event.pointerId)
  }

  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const pixels = event.deltaY * (event.deltaMode === 1 ? PIXELS_A_LINE : 1)
    on.zoom(spot(event), Math.exp(-pixels / WHEEL_PIXELS))
  }

  const listeners: [string, (event: PointerEvent) => void][] = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
  ]
  for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener)
  element.addEventListener('wheel', wheel as EventListener, { passive: false })
  return {
    destroy: () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener)
      element.removeEventListener('wheel', wheel as EventListener)
    },
    /** Did the last press become a gesture? Its click is then not one. */
    moved: () => moving,
  }
}
