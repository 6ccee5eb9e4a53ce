// Geometry of the endless board: pointy-top hexes in axial coordinates, q to the right, r down and right.
import { BESIDE } from '../generated/facts'

export interface Hex {
  q: number
  r: number
}

export interface Point {
  x: number
  y: number
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Centre to corner, in units of the drawing. */
export const SIZE = 50
export const WIDTH = SIZE * Math.sqrt(3)

export type Direction = (typeof BESIDE)[number]['side']

/** Clockwise from the east. */
export const DIRECTIONS: readonly Direction[] = BESIDE.map(({ side }) => side)
const STEPS = Object.fromEntries(BESIDE.map(({ side, q, r }) => [side, { q, r }])) as Record<Direction, Hex>

export const opposite = (direction: Direction): Direction => DIRECTIONS[(DIRECTIONS.indexOf(direction) + 3) % 6]!

export const key = (hex: Hex): string => `${hex.q},${hex.r}`

export function unkey(text: string): Hex {
  const [q, r] = text.split(',').map(Number)
  if (q === undefined || r === undefined || Number.isNaN(q) || Number.isNaN(r)) throw new Error(`not a hex: ${text}`)
  return { q, r }
}

export const centre = ({ q, r }: Hex): Point => ({ x: WIDTH * (q + r / 2), y: SIZE * 1.5 * r })

/** Moves a drawing from the origin to a hex, as an SVG transform. */
export const place = (hex: Hex): string => placed(centre(hex))

export function placed({ x, y }: Point): string {
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`
}

export const step = ({ q, r }: Hex, direction: Direction): Hex => ({
  q: q + STEPS[direction].q,
  r: r + STEPS[direction].r,
})

/** A hex as it lies on a board that was turned clockwise so many times by 60 degrees. */
export function turned({ q, r }: Hex, turns: number): Hex {
  for (let n = ((turns % 6) + 6) % 6; n > 0; n--) [q, r] = [-r, q + r]
  return { q: q + 0, r: r + 0 }
}

/** Up and down have no hex of their own on a pointy-top board: they zigzag, so that two steps go straight. */
export function vertical(hex: Hex, way: 'up' | 'down'): Hex {
  const odd = (hex.r & 1) === 1
  if (way === 'up') return step(hex, odd ? 'nw' : 'ne')
  return step(hex, odd ? 'sw' : 'se')
}

/** The hex that holds a point of the drawing. */
export function at({ x, y }: Point): Hex {
  const r = y / (SIZE * 1.5)
  const q = x / WIDTH - r / 2
  const s = -q - r
  let [rq, rr] = [Math.round(q), Math.round(r)]
  const rs = Math.round(s)
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)]
  if (dq > dr && dq > ds) rq = -rr - rs
  else if (dr > ds) rr = -rq - rs
  return { q: rq + 0, r: rr + 0 }
}

/** Empty hexes that touch an occupied one. */
export function rim(occupied: Iterable<Hex>): Hex[] {
  const full = new Set<string>()
  const hexes = [...occupied]
  for (const hex of hexes) full.add(key(hex))
  const edge = new Map<string, Hex>()
  for (const hex of hexes)
    for (const direction of DIRECTIONS) {
      const next = step(hex, direction)
      if (!full.has(key(next))) edge.set(key(next), next)
    }
  return [...edge.values()]
}

export function bounds(hexes: Iterable<Hex>): Box | null {
  let box: Box | null = null
  for (const hex of hexes) {
    const { x, y } = centre(hex)
    const one = { left: x - WIDTH / 2, right: x + WIDTH / 2, top: y - SIZE, bottom: y + SIZE }
    box = box
      ? {
          left: Math.min(box.left, one.left),
          right: Math.max(box.right, one.right),
          top: Math.min(box.top, one.top),
          bottom: Math.max(box.bottom, one.bottom),
        }
      : one
  }
  return box
}

/** Outline of a hex with rounded corners, as the `d` of a path round the origin. */
export function outline(size: number, round: number, lower = 0): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) + lower }
  })
  const toward = (from: Point, to: Point): Point => ({
    x: from.x + ((to.x - from.x) * round) / size,
    y: from.y + ((to.y - from.y) * round) / size,
  })
  const n = (value: number): string => String(Number(value.toFixed(2)))
  const parts = corners.map((corner, i) => {
    const before = toward(corner, corners[(i + 5) % 6]!)
    const after = toward(corner, corners[(i + 1) % 6]!)
    return `${i ? 'L' : 'M'}${n(before.x)} ${n(before.y)}Q${n(corner.x)} ${n(corner.y)} ${n(after.x)} ${n(after.y)}`
  })
  return `${parts.join('')}Z`
}
