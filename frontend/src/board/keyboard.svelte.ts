// The board by keyboard: one hex is the cursor, and keys walk from it to others.
import { key, step, turned, unkey, vertical, type Direction, type Hex } from './hex'
import type { BoardState } from './state.svelte'

/** Keys that walk: arrows, and the six letters round S (by place, so that they work on AZERTY). */
const WALKS: Record<string, Direction | 'up' | 'down'> = {
  ArrowLeft: 'w',
  ArrowRight: 'e',
  ArrowUp: 'up',
  ArrowDown: 'down',
  KeyW: 'nw',
  KeyE: 'ne',
  KeyA: 'w',
  KeyD: 'e',
  KeyZ: 'sw',
  KeyX: 'se',
}
export const CLOSER = 1.25
export const FARTHER = 0.8
/** So many hexes a gap may be wide. */
const WIDEST_GAP = 24

export type KeyCommand =
  | { do: 'choose' }
  | { do: 'zoom'; factor: number }
  | { do: 'fit' }
  /** `to` is null where there is no hex that way. */
  | { do: 'walk'; to: string | null }

/** What a key does on a hex, or null if it is none of the board's; directions are those of the screen. */
export function keyCommand(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  from: string,
  hexes: ReadonlySet<string>,
  turns = 0,
): KeyCommand | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Enter' || event.key === ' ') return { do: 'choose' }
  if (event.key === '+' || event.key === '=') return { do: 'zoom', factor: CLOSER }
  if (event.key === '-') return { do: 'zoom', factor: FARTHER }
  if (event.key === '0') return { do: 'fit' }
  return event.code in WALKS ? { do: 'walk', to: walk(from, event.code, hexes, turns) } : null
}

/** The first hex in the direction of a key: beyond a gap there may be more hive. */
function walk(from: string, code: string, hexes: ReadonlySet<string>, turns: number): string | null {
  let seen = turned(unkey(from), turns)
  for (let n = 0; n <= WIDEST_GAP; n++) {
    seen = next(seen, WALKS[code]!)
    const name = key(turned(seen, -turns))
    if (hexes.has(name)) return name
  }
  return null
}

const next = (hex: Hex, way: Direction | 'up' | 'down'): Hex =>
  way === 'up' || way === 'down' ? vertical(hex, way) : step(hex, way)

/** The hex that Tab leads to. It stays where it was as long as that hex is drawn. */
export class Cursor {
  #at = $state<string | null>(null)

  constructor(private readonly board: BoardState) {}

  at = $derived.by<string | null>(() => {
    const { hexes, props } = this.board
    if (this.#at !== null && hexes.has(this.#at)) return this.#at
    return props.stacks[0] ? key(props.stacks[0]) : ([...hexes][0] ?? null)
  })

  moveTo(name: string): void {
    this.#at = name
  }
}
