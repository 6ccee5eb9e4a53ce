// What the set-up editor holds: a draft, what games of its type can tell, and what a click on the board does now.
import { key, type Hex } from '../board/hex'
import { BUGS, ROYALS } from '../generated/facts'
import { api } from '../net/api'
import type { Attempt } from '../net/attempt.svelte'
import type { Side, LastAction, PlayedLine, SetUp, SetUpResponse } from '../generated/messages'
import {
  anyOf,
  drafted,
  firstTurn,
  hasOrigin,
  isWhole,
  laid,
  put,
  rearrange,
  textOf,
  type Draft,
  type Kind,
} from './draft'

export const SIDES = ['w', 'b'] as const

/** Which hex of which event of the last turn is being chosen on the board. */
export interface Choosing {
  nth: number
  end: 'at' | 'from'
}

export class Editor {
  draft = $state<Draft | null>(null)
  /** What games of this type begin with, and what their set-ups can tell. */
  start = $state.raw<SetUpResponse | null>(null)
  /** The piece that a click puts on a hex; null takes the top away. */
  picked = $state<Kind | null>({ bug: ROYALS[0], colour: 'w' })
  choosing = $state<Choosing | null>(null)
  /** The draft as it was opened, to know whether anything was changed. */
  #opened = ''

  /** `line` is the position that the editor starts from. */
  constructor(
    private readonly line: PlayedLine,
    private readonly attempt: Attempt,
  ) {
    void attempt.run(async () => {
      const [now, first] = await Promise.all([api.study.setup(line), this.#setUpOf(line.type)])
      this.start = first
      this.draft = drafted(line.type, now.setup)
      this.#opened = textOf(this.draft, first)
    })
  }

  sections = $derived.by(() => this.start?.sections ?? [])
  events = $derived.by(() => this.start?.events ?? [])
  /** The bugs that games of this type have, in the order of the palette. */
  bugs = $derived.by(() => {
    const faces = new Set(this.start?.pieces.flatMap((entry) => entry.faces))
    return BUGS.map(({ bug }) => bug).filter((bug) => faces.has(bug))
  })
  /** What the board marks as the last action. */
  last = $derived.by<LastAction | null>(() => {
    const event = this.draft?.last.findLast(isWhole)
    if (!event) return null
    const from = hasOrigin(event.kind) ? event.from : null
    return { text: event.kind, kind: '', actor: null, target: null, by: null, path: [], from, to: event.at }
  })
  /** Who has no queen in sight, where hands are not laid out otherwise. */
  queenless = $derived.by<Side[]>(() => {
    if (!this.draft || this.sections.includes('hands')) return []
    const seen = [...this.draft.stacks.flatMap(({ pieces }) => pieces), ...this.draft.removed]
    const royals = seen.filter(({ bug }) => (ROYALS as readonly string[]).includes(bug))
    return SIDES.filter((side) => !royals.some(({ colour }) => colour === side))
  })

  /** How many pieces that can show a bug are left to be put somewhere. */
  left(bug: string, colour: Side): number {
    const { draft, start } = this
    if (!draft || !start) return 0
    const kinds = start.pieces.filter((entry) => entry.colour === colour && entry.faces.includes(bug))
    const faces = new Set(kinds.flatMap((entry) => entry.faces))
    const used = [
      ...draft.stacks.flatMap(({ pieces }) => pieces),
      ...draft.removed,
      ...(this.sections.includes('hands') ? draft.hands[colour] : []),
    ].filter((piece) => piece.colour === colour && faces.has(piece.bug))
    return Math.max(0, kinds.reduce((sum, { count }) => sum + count, 0) - used.length)
  }

  /** Changes the game type: the pieces stay, the server says what there is to tell. */
  async retype(type: string): Promise<void> {
    const { draft } = this
    if (!draft || !type) return
    draft.type = type
    await this.attempt.run(async () => {
      try {
        const found = await this.#setUpOf(type)
        if (type !== draft.type) return
        this.start = found
        // What was begun while the server was asked goes on, if there is such a thing in this game.
        const begun = this.choosing && draft.last[this.choosing.nth]
        if (!begun || !found.events.includes(begun.kind)) this.choosing = null
        if (!found.sections.includes('hands')) draft.hands = { w: [], b: [] }
      } catch (error) {
        if (type === draft.type) throw error
      }
    })
  }

  /** A hex was clicked: it gets or loses a piece, or belongs to the last turn. */
  hex(hex: Hex): void {
    const { draft, choosing } = this
    if (!draft) return
    const { picked } = this
    if (!choosing) {
      if (!picked?.colour || this.left(picked.bug, picked.colour)) rearrange(draft, () => put(draft, hex, picked))
      return
    }
    const event = draft.last[choosing.nth]
    const occupied = draft.stacks.some((stack) => key(stack) === key(hex))
    if (!event || (!occupied && (choosing.end === 'at' || event.kind === 'swapped'))) return
    event[choosing.end] = [hex.q, hex.r]
    this.choosing = hasOrigin(event.kind) && !event.from ? { ...choosing, end: 'from' } : null
  }

  giveTurn(colour: Side): void {
    const { draft } = this
    if (draft) rearrange(draft, () => (draft.colour = colour))
  }

  pick(kind: Kind | null): void {
    this.picked = kind
    this.choosing = null
  }

  isPicked(kind: Kind | null): boolean {
    return !this.choosing && this.picked?.bug === kind?.bug && this.picked?.colour === kind?.colour
  }

  keepQueen(side: Side, kept: boolean): void {
    if (this.draft) this.draft.hands[side] = kept ? [anyOf({ bug: ROYALS[0], colour: side })] : []
  }

  clear(): void {
    if (!this.draft || !this.start) return
    const { type, colour, turn } = this.draft
    const isFirst = turn === firstTurn(this.draft)
    this.draft = { ...drafted(type, this.start.setup), colour, turn }
    if (isFirst) this.draft.turn = firstTurn(this.draft)
    this.choosing = null
  }

  /** An event of the last turn is incomplete. */
  isUnfinished(): boolean {
    return Boolean(this.draft?.last.some((event) => this.events.includes(event.kind) && !isWhole(event)))
  }

  /** Nothing was changed: how the position came about stays known. */
  isUnchanged(): boolean {
    return Boolean(this.draft && this.start && textOf(this.draft, this.start) === this.#opened)
  }

  /** The set-up as drafted; null where it is the position that games begin with. */
  result(): { type: string; setup: SetUp | null } | null {
    if (!this.draft || !this.start) return null
    const draft: Draft = $state.snapshot(this.draft)
    // A queen that lies on the board is in no hand, whatever was ticked before.
    if (!this.sections.includes('hands'))
      for (const side of SIDES) if (!this.queenless.includes(side)) draft.hands[side] = []
    const beginning = textOf(drafted(draft.type, this.start.setup), this.start)
    return { type: draft.type, setup: textOf(draft, this.start) === beginning ? null : laid(draft, this.start) }
  }

  #setUpOf(type: string): Promise<SetUpResponse> {
    return api.study.setup({ ...this.line, type, setup: null, actions: [] })
  }
}
