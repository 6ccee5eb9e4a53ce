// How the pieces of a hand lie in the room they have: as few rows as show all of them at a good size.

/** Wide enough for a finger, in pixels. */
export const SMALLEST = 46
/** Larger than this is a waste. */
export const LARGEST = 62

export interface HandSize {
  rows: number
  /** The width of one piece, in pixels. */
  size: number
  /** They do not fit: the hand is moved sideways. */
  scrolls: boolean
}

/** In pixels: `good` is worth a row more. */
interface Sizes {
  smallest?: number
  good?: number
  largest?: number
}

export function handSize(
  kinds: number,
  width: number,
  mostRows: number,
  { smallest = SMALLEST, good = smallest, largest = LARGEST }: Sizes = {},
): HandSize {
  const sizeIn = (rows: number): number => Math.floor(width / Math.ceil(kinds / rows))
  for (const wanted of [good, smallest])
    for (let rows = 1; rows <= mostRows; rows++)
      if (sizeIn(rows) >= wanted) return { rows, size: Math.min(sizeIn(rows), largest), scrolls: false }
  return { rows: mostRows, size: smallest, scrolls: true }
}
