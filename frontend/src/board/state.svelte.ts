// What the board shows: its props with their defaults, and what follows from them.
import type { PieceView } from '../generated/messages'
import { settings } from '../settings/settings.svelte'
import { key, rim, unkey, type Hex } from './hex'
import type { Aim, BoardProps } from './props'

const NONE: ReadonlySet<string> = new Set()
const ORIGIN: Hex[] = [{ q: 0, r: 0 }]

export class BoardState {
  readonly props: BoardProps

  constructor(props: BoardProps) {
    this.props = props
  }

  lit = $derived.by(() => this.props.lit ?? NONE)
  /** What choosing a lit hex does. */
  aimOf(name: string): Aim {
    return this.props.aims?.get(name) ?? (this.stacks.has(name) ? 'climb' : 'step')
  }

  goals = $derived.by(() => this.props.goals ?? NONE)
  pickable = $derived.by(() => this.props.pickable ?? NONE)
  held = $derived.by(() => this.props.held ?? null)
  fallen = $derived.by(() => this.props.fallen ?? NONE)
  refused = $derived.by(() => this.props.refused ?? null)
  ghost = $derived.by(() => this.props.ghost ?? null)
  honeycombo = $derived.by(() => this.props.honeycombo ?? null)
  last = $derived.by(() => this.props.last ?? null)
  /** The hex on which the last action ended. */
  lastHex = $derived.by(() => (this.last?.to ? key(hexOf(this.last.to)) : null))

  stacks = $derived.by(() => new Map(this.props.stacks.map((stack) => [key(stack), stack])))
  /** Stacks in the order in which they are painted: what is lower on the screen covers what is higher. */
  painted = $derived.by(() => this.props.stacks.toSorted((a, b) => a.r - b.r || a.q - b.q))
  /** The free hexes around the hive. */
  edge = $derived.by(() => (this.props.stacks.length ? rim(this.props.stacks) : ORIGIN))
  /** The free hexes that are drawn, by name. */
  cells = $derived.by(() => {
    const cells = new Map(this.edge.map((hex) => [key(hex), hex]))
    for (const name of [...this.lit, ...this.goals]) if (!this.stacks.has(name)) cells.set(name, unkey(name))
    return cells
  })
  /** The names of all hexes that are drawn. */
  hexes = $derived.by(() => new Set([...this.stacks.keys(), ...this.cells.keys()]))

  /** Nothing is held and nothing lit: the player's hands are free. */
  free = $derived.by(() => this.held === null && this.lit.size === 0)

  /** What should be in sight: the hive, and the hexes that may be chosen. */
  content = $derived.by<Hex[]>(() => [
    ...(this.props.stacks.length ? this.props.stacks : this.edge),
    ...[...this.lit, ...this.goals].map(unkey),
  ])

  /** The number that is written on a tile, if it has one and is to show it. */
  numberOf(piece: PieceView): string {
    return (this.props.numbered || settings.notation) && piece.colour ? piece.name.slice(1) : ''
  }

  /** How many pieces lie on a hex. */
  heightOf(name: string): number {
    return this.stacks.get(name)?.pieces.length ?? 0
  }

  topOf(name: string): PieceView | undefined {
    return this.stacks.get(name)?.pieces.at(-1)
  }
}

export const hexOf = ([q, r]: [number, number]): Hex => ({ q, r })
