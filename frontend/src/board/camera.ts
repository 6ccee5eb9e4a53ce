// How the endless board is seen through a window of the screen: screen = world * k + (x, y).
import type { Box, Point } from './hex'

export interface Camera {
  x: number
  y: number
  k: number
}

export interface Window {
  width: number
  height: number
}

export const CLOSEST = 2.4
export const FARTHEST = 0.12
/** A fitted hive is not blown up beyond this: three pieces should not fill a wide screen. */
const COMFORT = 1.15

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

export const toWorld = (camera: Camera, point: Point): Point => ({
  x: (point.x - camera.x) / camera.k,
  y: (point.y - camera.y) / camera.k,
})

export const toScreen = (camera: Camera, point: Point): Point => ({
  x: point.x * camera.k + camera.x,
  y: point.y * camera.k + camera.y,
})

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
})

/** Zooms so that what lies under a point of the screen stays under it. */
export function zoom(camera: Camera, about: Point, factor: number): Camera {
  const k = clamp(camera.k * factor, FARTHEST, CLOSEST)
  const world = toWorld(camera, about)
  return { k, x: about.x - world.x * k, y: about.y - world.y * k }
}

/** The whole box in the middle of the window. */
export function fit(box: Box, window: Window, margin = 24): Camera {
  const width = Math.max(1, box.right - box.left)
  const height = Math.max(1, box.bottom - box.top)
  const k = clamp(
    Math.min((window.width - 2 * margin) / width, (window.height - 2 * margin) / height),
    FARTHEST,
    COMFORT,
  )
  return {
    k,
    x: window.width / 2 - (k * (box.left + box.right)) / 2,
    y: window.height / 2 - (k * (box.top + box.bottom)) / 2,
  }
}

/** Is the whole box in sight? */
export function sees(camera: Camera, box: Box, window: Window, margin = 4): boolean {
  const a = toScreen(camera, { x: box.left, y: box.top })
  const b = toScreen(camera, { x: box.right, y: box.bottom })
  return a.x >= margin && a.y >= margin && b.x <= window.width - margin && b.y <= window.height - margin
}

/** What brings the box into sight: nothing, moving to its middle at the same zoom, or a fit. */
export function follow(camera: Camera, box: Box, window: Window, margin = 16): Camera {
  if (sees(camera, box, window)) return camera
  const width = (box.right - box.left) * camera.k
  const height = (box.bottom - box.top) * camera.k
  if (width > window.width - 2 * margin || height > window.height - 2 * margin) return fit(box, window)
  const a = toScreen(camera, { x: box.left, y: box.top })
  const b = toScreen(camera, { x: box.right, y: box.bottom })
  // By less, each new piece at the edge would move everything again.
  const shift = (low: number, high: number, size: number): number =>
    low < margin || high > size - margin ? (size - low - high) / 2 : 0
  return pan(camera, shift(a.x, b.x, window.width), shift(a.y, b.y, window.height))
}

/** Brings the box into sight by moving as little as possible, and never zooms. */
export function reveal(camera: Camera, box: Box, window: Window, margin = 16): Camera {
  const a = toScreen(camera, { x: box.left, y: box.top })
  const b = toScreen(camera, { x: box.right, y: box.bottom })
  const shift = (low: number, high: number, size: number): number => {
    if (high - low > size - 2 * margin) return (size - low - high) / 2
    return Math.max(0, margin - low) + Math.min(0, size - margin - high)
  }
  return sees(camera, box, window) ? camera : pan(camera, shift(a.x, b.x, window.width), shift(a.y, b.y, window.height))
}

/** So far within the window the middle of a piece stays, in pixels, however far one swipes. */
const KEPT = 45

/**
 * The nearest camera that leaves one of the points in the window. A box around them would not do: the corners of a
 * hive that lies askew are empty.
 */
export function keep(camera: Camera, points: readonly Point[], window: Window): Camera {
  const shift = (at: number, size: number): number => {
    const edge = Math.min(KEPT, size / 2)
    return clamp(at, edge, size - edge) - at
  }
  let nearest = { x: 0, y: 0 }
  let least = Infinity
  for (const point of points) {
    const { x, y } = toScreen(camera, point)
    const by = { x: shift(x, window.width), y: shift(y, window.height) }
    const far = Math.hypot(by.x, by.y)
    if (far < least) [nearest, least] = [by, far]
  }
  return pan(camera, nearest.x, nearest.y)
}

/** Between two cameras; zoom goes by ratio so that it looks even. */
export function between(a: Camera, b: Camera, t: number): Camera {
  const k = a.k * Math.pow(b.k / a.k, t)
  return { k, x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
}
