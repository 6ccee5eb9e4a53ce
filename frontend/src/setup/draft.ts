// What lies in the set-up editor: a set-up with the pieces as they are drawn, and unfinished events of the last turn.
import { key, type Hex } from '../board/hex'
import { pieceOf } from '../board/names'
import { BUGS, EVENTS_WITH_ORIGIN, NEUTRAL } from '../generated/facts'
import type { EventKind, LaidEvent, PieceView, SetUp, SetUpResponse, Side, StackView } from '../generated/messages'

const LETTER = new Map<string, string>(BUGS.map(({ letter, bug }) => [bug, letter]))

export type Kind = Pick<PieceView, 'bug' | 'colour'>
type Place = [number, number]

/** An event of the last turn that is being entered: its hexes are chosen on the board. */
export interface DraftEvent {
  kind: EventKind
  at: Place | null
  from: Place | null
}

export interface Draft {
  type: string
  colour: Side
  turn: number
  stacks: StackView[]
  hands: Record<Side, PieceView[]>
  removed: PieceView[]
  honeycombo: Side
  double: Side | ''
  last: DraftEvent[]
}

/** Whether an event has a second hex: where the piece, or the other one, came from. */
export const hasOrigin = (kind: EventKind): boolean => (EVENTS_WITH_ORIGIN as readonly EventKind[]).includes(kind)

export const isWhole = ({ kind, at, from }: DraftEvent): boolean => at !== null && (from !== null || !hasOrigin(kind))

/** A piece of a kind, whichever is free: numbers are the server's. */
export const anyOf = ({ bug, colour }: Kind): PieceView =>
  pieceOf(colour ? colour + (LETTER.get(bug) ?? '?') : NEUTRAL.letter)

export function drafted(type: string, setup: SetUp): Draft {
  const held = (side: Side): PieceView[] => (setup.hands?.[side] ?? []).map(pieceOf)
  return {
    type,
    colour: setup.colour ?? 'w',
    turn: setup.turn ?? 1,
    stacks: setup.stacks.map(({ q, r, pieces }) => ({ q, r, pieces: pieces.map(pieceOf) })),
    hands: { w: held('w'), b: held('b') },
    removed: (setup.removed ?? []).map(pieceOf),
    honeycombo: setup.honeycombo ?? 'b',
    double: setup.double ?? '',
    last: (setup.last ?? []).map(({ kind, at, from }) => ({ kind, at, from: from ?? null })),
  }
}

/** The draft as a set-up, with what the game type can tell and no more. */
export function laid(draft: Draft, { sections, events }: Pick<SetUpResponse, 'sections' | 'events'>): SetUp {
  const { colour, turn, stacks, hands, removed, honeycombo, double, last } = draft
  const names = (pieces: PieceView[]): string[] => pieces.map(({ name }) => name)
  const setup: SetUp = { stacks: stacks.map(({ q, r, pieces }) => ({ q, r, pieces: names(pieces) })), colour, turn }
  if (hands.w.length || hands.b.length) setup.hands = { w: names(hands.w), b: names(hands.b) }
  if (sections.includes('removed') && removed.length) setup.removed = names(removed)
  if (sections.includes('honeycombo')) {
    setup.honeycombo = honeycombo
    if (double) setup.double = double
  }
  const done = last.filter((event) => events.includes(event.kind)).flatMap(asEvent)
  if (done.length) setup.last = done
  return setup
}

function asEvent({ kind, at, from }: DraftEvent): LaidEvent[] {
  if (!at) return []
  return [hasOrigin(kind) && from ? { kind, at, from } : { kind, at }]
}

/** The same text for the same position, in whatever order it was laid. */
export function textOf(draft: Draft, start: Pick<SetUpResponse, 'sections' | 'events'>): string {
  const { stacks, ...rest } = laid(draft, start)
  return JSON.stringify([draft.type, rest, stacks.map((stack) => JSON.stringify(stack)).sort()])
}

/** The first turn by which so many pieces can be on the board: nobody places more than one a turn. */
export function firstTurn({ colour, stacks, removed }: Draft): number {
  const pieces = [...stacks.flatMap((stack) => stack.pieces), ...removed]
  const placed = (side: Side): number => pieces.filter((piece) => piece.colour === side).length
  return Math.max(placed(colour) + 1, colour === 'w' ? placed('b') + 1 : placed('w'))
}

/** Changes what lies there. The turn follows, unless it was set to a later one. */
export function rearrange(draft: Draft, change: () => void): void {
  const before = firstTurn(draft)
  change()
  if (draft.turn === before || draft.turn < firstTurn(draft)) draft.turn = firstTurn(draft)
}

/** Puts a piece on a hex, or takes the top away. What the last turn did to a piece that is gone is forgotten. */
export function put(draft: Draft, hex: Hex, kind: Kind | null): void {
  const rest = draft.stacks.filter((stack) => key(stack) !== key(hex))
  const pieces = draft.stacks.find((stack) => key(stack) === key(hex))?.pieces ?? []
  const now = kind ? [...pieces, anyOf(kind)] : pieces.slice(0, -1)
  draft.stacks = now.length ? [...rest, { q: hex.q, r: hex.r, pieces: now }] : rest
  if (!now.length) draft.last = draft.last.filter(({ at }) => !at || at[0] !== hex.q || at[1] !== hex.r)
}
