// Measures of a tile, shared by the board and the hands.
import art from 'virtual:art'
import { SIZE, outline } from './hex'
import type { Side } from '../generated/messages'

// A tile is drawn with as few transforms of its own as can be: browsers keep track of each, at every change.
export const FACE = outline(SIZE - 2, 7)
export const CELL = outline(SIZE - 1, 6)
export const INNER = outline(SIZE - 8, 5)
/** Thickness of a tile as drawn, and how much higher the next level of a stack is. */
export const THICK = 6
export const LIFT = 9
/** The rim of a tile that is seen below its face. */
export const EDGE = outline(SIZE - 2, 7, THICK)
/** How a bug, drawn in a box of 100, fits on its tile. */
export const SMALLER = 'scale(0.66)'

/** Lifts a drawing to a level of a stack, as an SVG transform. */
export const raised = (level: number): string => `translate(0 ${-level * LIFT})`

interface Picture {
  bug: string
  accent: string
  lines: string
}

/**
 * What is drawn and in which colours: those of the piece set, where it has some (generated/pieces.css). A neutral bug has
 * two pictures, one for each colour that it may show.
 */
export function picture(bug: string, colour: Side | null, shown: Side | null): Picture {
  const dark = (colour ?? shown) === 'b'
  const side = dark ? 'black' : 'white'
  const variable = `--${side}-${bug.replaceAll('_', '-')}`
  const name = colour === null && dark && `${bug}_dark` in art ? `${bug}_dark` : bug
  const drawing = art[name]
  const own = (dark ? drawing?.dark : drawing?.light) ?? 'currentColor'
  return {
    bug: name,
    accent: `var(--plain, var(${variable}-body, ${own}))`,
    lines: `var(${variable}-lines, var(--${side}-ink))`,
  }
}
