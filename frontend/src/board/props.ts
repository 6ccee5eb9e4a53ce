// The board's interface: what it is given and what it reports. It draws what it is given and knows no rules.
// A hex is named by its key, "q,r", in every set and prop below.
import type { LastAction, Side, StackView } from '../generated/messages'
import type { Hex, Point } from './hex'

/** A suggestion, drawn from hex to hex, or as a ring where a piece would enter. */
export interface Arrow {
  from: string | null
  to: string
  /** 0 is the best line, and drawn boldest. */
  rank: number
  /** Drawn by hand, or what would have been better: the colour. */
  colour?: ArrowColour
  /** The piece that would enter, shown small inside its ring. */
  piece?: { bug: string; colour: Side | null }
}

/** What choosing a hex does: `take` takes up a piece there, to be thrown or made to act. */
export type Aim = 'step' | 'climb' | 'kill' | 'sting' | 'swap' | 'take'

export type ArrowColour = 'green' | 'red' | 'yellow' | 'blue'

/** A piece that would stand on a hex, drawn faintly. */
export interface Ghost {
  hex: string
  bug: string
  colour: Side | null
}

export interface BoardProps {
  stacks: StackView[]
  /** The colour that the Honeycombo shows. */
  honeycombo?: Side | null
  /** The last action: its hexes are marked, and its piece is seen to travel when it changes. */
  last?: LastAction | null
  /** Hexes that may be chosen next. */
  lit?: ReadonlySet<string>
  /** What choosing them does, where it is more than a step. */
  aims?: ReadonlyMap<string, Aim>
  /** Hexes to reach, starred. */
  goals?: ReadonlySet<string>
  /** Hexes with a piece that may be picked up. */
  pickable?: ReadonlySet<string>
  held?: string | null
  /** The hex over which a piece is dragged. */
  aimed?: string | null
  /** The piece of the last action was put there by the player: it is not seen to travel, only to settle. */
  byHand?: boolean
  /** A hex whose choice was just refused. */
  refused?: string | null
  /** Hexes of royals by which the game is over. */
  fallen?: ReadonlySet<string>
  /** The hex of a piece that was sent there, and is not known to have arrived. */
  onway?: string | null
  arrows?: Arrow[]
  ghost?: Ghost | null
  /** Arrows are drawn by choosing two hexes; with the right button they always are, where `ondraw` is given. */
  drawing?: boolean
  /** Height at the bottom that something else covers. */
  foot?: number
  /** It may be turned, where that makes tiles clearly larger. */
  turnable?: boolean
  /** Asked for what the marks mean. */
  onlegend?: (() => void) | undefined
  /** Names on the tiles whatever the settings say, where notation is what is spoken. */
  numbered?: boolean
  /** What the board is called, for screen readers. */
  label: string
  /** A hex was chosen, by click, tap or key. */
  onhex: (hex: Hex) => void
  /** An arrow was drawn from hex to hex; where both are the same, the hex was marked. */
  ondraw?: ((from: [number, number], to: [number, number], colour: ArrowColour) => void) | undefined
  /** A click beside all hexes. */
  onempty?: () => void
  /** A press on a hex; answers whether a drag takes over from panning. */
  ongrab?: (hex: Hex, event: PointerEvent) => boolean
}

/** What can be asked of a board that is shown (`bind:this`). */
export interface BoardControls {
  /** Shows the whole hive, with one free hex around it. */
  fitAll(): void
  zoomBy(factor: number): void
  /** The hex at a point of the window; null outside the board. */
  hexAt(clientX: number, clientY: number): Hex | null
  /** Where a hex is within the board, in pixels. */
  screenOf(hex: string): Point
  /** How high a tile is on the screen, in pixels. */
  tileHeight(): number
  /** Moves the keyboard's cursor and the focus to a hex, or to where the cursor was. */
  focusHex(hex?: string | null): Promise<void>
}
