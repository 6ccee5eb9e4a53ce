// What the board shows: its props with their defaults, and what follows from them.
import type { PieceView, Side, StackView } from '../generated/messages'
import { settings } from '../settings/settings.svelte'
import {
  bounds,
  centre,
  key,
  placed,
  rim,
  step,
  turned,
  unkey,
  type Box,
  type Direction,
  type Hex,
  type Point,
} from './hex'
import type { Aim, BoardProps, Ghost } from './props'

const NONE: ReadonlySet<string> = new Set()
const ORIGIN: Hex[] = [{ q: 0, r: 0 }]

export class BoardState {
  readonly props: BoardProps

  constructor(props: BoardProps) {
    this.props = props
  }

  /** So often the board was turned by 60 degrees clockwise. Hexes keep their names; only where they are seen changes. */
  turns = $state(0)
  /** How much of the last turn is still to be seen, from 1 or -1 to 0. */
  lean = $state(0)

  /** The hex of an unturned board that lies where this one is seen. */
  seen = (hex: Hex): Hex => turned(hex, this.turns)
  /** The hex that is seen there. */
  real = (seen: Hex): Hex => turned(seen, -this.turns)

  /** Where the middle of a hex is drawn. */
  centre = (hex: Hex): Point => {
    const { x, y } = centre(this.seen(hex))
    if (!this.lean) return { x, y }
    const [sin, cos] = [Math.sin((this.lean * Math.PI) / 3), Math.cos((this.lean * Math.PI) / 3)]
    return { x: x * cos - y * sin, y: x * sin + y * cos }
  }

  place = (hex: Hex): string => placed(this.centre(hex))
  bounds = (hexes: readonly Hex[]): Box | null => bounds(hexes.map(this.seen))
  /** The hex that is seen beside another, in a direction of the screen. */
  beside = (hex: Hex, direction: Direction): Hex => this.real(step(this.seen(hex), direction))

  // What every hex asks about and a step through a record leaves alone; `keepProps` sets it (`kept.svelte.ts`).
  lit = $state.raw(NONE)
  goals = $state.raw(NONE)
  fallen = $state.raw(NONE)
  held = $state<string | null>(null)
  aimed = $state<string | null>(null)
  refused = $state<string | null>(null)
  onway = $state<string | null>(null)
  ghost = $state.raw<Ghost | null>(null)
  honeycombo = $state<Side | null>(null)
  numbered = $state(false)
  /** What is marked as ready to act (`marking.svelte.ts`). */
  pickable = $state.raw(NONE)
  /** The stacks by which free hexes are called (`marking.svelte.ts`). */
  namingStacks = $state.raw<ReadonlyMap<string, StackView>>(new Map())

  /** What choosing a lit hex does. */
  aimOf(name: string): Aim {
    return this.props.aims?.get(name) ?? (this.stacks.has(name) ? 'climb' : 'step')
  }

  last = $derived.by(() => this.props.last ?? null)
  /** The hex on which the last action ended. */
  lastHex = $derived.by(() => (this.last?.to ? key(hexOf(this.last.to)) : null))

  /** Stacks by their hex. One that has not changed is the same object as before: nothing of it is drawn anew. */
  stacks = $derived.by(() => (this.#known = keepSame(this.#known, this.props.stacks)))
  #known: Map<string, StackView> = new Map()
  /** Stacks in the order in which they are painted: what is lower on the screen covers what is higher. */
  painted = $derived.by(() => {
    const seen = [...this.stacks.values()].map((stack) => ({ stack, at: this.seen(stack) }))
    return seen.toSorted((a, b) => a.at.r - b.at.r || a.at.q - b.at.q).map(({ stack }) => stack)
  })
  /** The free hexes around the hive. */
  edge = $derived.by(() => (this.props.stacks.length ? rim(this.props.stacks) : ORIGIN))
  /** The names of the free hexes that are drawn, row by row: where one comes or goes the others stay in their places. */
  cells = $derived.by(() => {
    const chosen = [...this.lit, ...this.goals].filter((name) => !this.stacks.has(name))
    const hexes = [...this.edge, ...chosen.map(unkey)].toSorted((a, b) => a.r - b.r || a.q - b.q)
    return [...new Set(hexes.map(key))]
  })
  /** The names of all hexes that are drawn. */
  hexes = $derived.by(() => new Set([...this.stacks.keys(), ...this.cells]))

  /** Nothing is held and nothing lit: the player's hands are free. */
  free = $derived.by(() => this.held === null && this.lit.size === 0)

  /** What should be in sight: the hive, the hexes of the last action, where nothing may lie now, and those that may be chosen. */
  content = $derived.by<Hex[]>(() => [
    ...(this.props.stacks.length ? this.props.stacks : this.edge),
    ...[this.last?.from, this.last?.to].flatMap((hex) => (hex ? hexOf(hex) : [])),
    ...[...this.lit, ...this.goals].map(unkey),
  ])

  /** The number that is written on a tile, if it has one and is to show it. */
  numberOf(piece: PieceView): string {
    return (this.numbered || settings.notation) && piece.colour ? piece.name.slice(1) : ''
  }

  /** How many pieces lie on a hex. */
  heightOf(name: string): number {
    return this.stacks.get(name)?.pieces.length ?? 0
  }

  topOf(name: string): PieceView | undefined {
    return this.stacks.get(name)?.pieces.at(-1)
  }
}

/** The stacks by their hex, those that are as before taken from there. */
export function keepSame(before: ReadonlyMap<string, StackView>, now: readonly StackView[]): Map<string, StackView> {
  return new Map(
    now.map((stack) => {
      const [name, known] = [key(stack), before.get(key(stack))]
      return [name, known && JSON.stringify(known) === JSON.stringify(stack) ? known : stack]
    }),
  )
}

export const hexOf = ([q, r]: [number, number]): Hex => ({ q, r })
