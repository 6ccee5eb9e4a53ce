// An action shown before the server has answered: the piece lies where it was sent. Only what clicks tell by
// themselves is shown so (placing, moving, flipping); for what powers do, the answer is awaited.
import { key, unkey } from '../board/hex'
import { MARKS } from '../generated/facts'
import type { Frame, HandEntry, LastAction, PieceView, Side, SpelledAction, StackView } from '../generated/messages'
import { FACE, HAND, HEX, after, commandToken, lastHex } from './clicks'
import { otherFace } from './command-names'

const POWER_MARKS: ReadonlySet<string> = new Set([MARKS.sting, MARKS.swap, MARKS.kill])

/** The position as it will probably be, and the hex of the piece that is on its way; null if it cannot be told. */
export function anticipate(frame: Frame, action: SpelledAction): { frame: Frame; hex: string } | null {
  const { clicks, text } = action
  const entry = after(HAND, clicks[0])
  if (entry) return placed(frame, action, entry)
  const hexes = clicks.flatMap((token) => after(HEX, token) ?? [])
  const [from, to] = clicks.at(-1) === commandToken('flip') ? [hexes[0], hexes[0]] : hexes.slice(-2)
  const piece = frame.stacks.find((stack) => key(stack) === from)?.pieces.at(-1)
  // The target of a power is written with a mark before its name.
  const usesPower = POWER_MARKS.has(text.split(' ')[1]?.[0] ?? '')
  if (!from || !to || !piece || usesPower) return null
  const flips = to === from
  const moved = flips ? { ...piece, bug: otherFace(piece.bug) ?? piece.bug } : piece
  const what = { kind: flips ? 'flip' : 'move', actor: piece.name, from: flips ? null : from }
  return laid({ ...frame, stacks: lifted(frame.stacks, from) }, action, moved, what, to)
}

function placed(frame: Frame, action: SpelledAction, entry: string): ReturnType<typeof anticipate> {
  const [colour, bug] = entry.split(':') as [Side, string]
  const isMeant = (one: HandEntry): boolean => one.colour === colour && one.bug === bug
  const hand = frame.hands[frame.colour]
  const to = lastHex(action.clicks)
  const held = Array.isArray(hand) ? hand.find(isMeant) : undefined
  if (!to || !held || !Array.isArray(hand)) return null
  const left = hand.flatMap((one) => (one !== held ? [one] : one.count > 1 ? [{ ...one, count: one.count - 1 }] : []))
  const piece = { name: held.name, colour, bug: after(FACE, action.clicks[1]) ?? bug }
  return laid(
    { ...frame, hands: { ...frame.hands, [frame.colour]: left } },
    action,
    piece,
    { kind: 'place', actor: piece.name, from: null },
    to,
  )
}

/** What is known of an action before it is answered; the way that it takes is not. */
type Known = Pick<LastAction, 'kind' | 'actor'> & { from: string | null }

function laid(frame: Frame, { text }: SpelledAction, piece: PieceView, { from, ...known }: Known, to: string) {
  const there = frame.stacks.find((stack) => key(stack) === to) ?? { ...unkey(to), pieces: [] }
  const stacks = [...frame.stacks.filter((stack) => key(stack) !== to), { ...there, pieces: [...there.pieces, piece] }]
  const place = (hex: string): [number, number] => [unkey(hex).q, unkey(hex).r]
  const hexes = { from: from === null ? null : place(from), to: place(to), by: null, path: [] }
  const last: LastAction = { text, ...known, target: null, ...hexes }
  return { frame: { ...frame, stacks, last }, hex: to }
}

/** The stacks without the top of one. */
const lifted = (stacks: StackView[], from: string): StackView[] =>
  stacks.flatMap((stack) => {
    if (key(stack) !== from) return [stack]
    return stack.pieces.length > 1 ? [{ ...stack, pieces: stack.pieces.slice(0, -1) }] : []
  })
