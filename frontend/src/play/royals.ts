// The royals of a position, as the page speaks of them and marks them.
import { key } from '../board/hex'
import { ROYALS } from '../generated/facts'
import type { Frame } from '../generated/messages'
import { bugName } from '../words/catalogue.svelte'

const NONE: ReadonlySet<string> = new Set()

/** The hexes of the royals by which the game is over. */
export function fallenRoyals({ outcome, stacks }: Pick<Frame, 'outcome' | 'stacks'>): ReadonlySet<string> {
  if (outcome?.why !== 'surrounded' && outcome?.why !== 'both') return NONE
  const fell = stacks.filter(({ pieces }) => pieces.some(({ royal, colour }) => royal && colour !== outcome.winner))
  return new Set(fell.map(key))
}

/** What the royal of the side to move is called: it may have two faces. */
export function royalName({ stacks, colour }: Pick<Frame, 'stacks' | 'colour'>): string {
  const pieces = stacks.flatMap((stack) => stack.pieces)
  return bugName(pieces.find((piece) => piece.royal && piece.colour === colour)?.bug ?? ROYALS[0]).toLowerCase()
}
