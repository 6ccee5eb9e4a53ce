// The piece that an action in notation begins with, to be drawn beside it.
import { BUGS } from '../generated/facts'
import type { Side } from '../generated/messages'

export function pieceOf(action: string): { bug: string; colour: Side } | null {
  const [, colour, letter] = /^([wb])([A-Z])/.exec(action) ?? []
  const row = BUGS.find((bug) => bug.letter === letter)
  return row ? { bug: row.bug, colour: colour as Side } : null
}
