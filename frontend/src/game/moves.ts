// Reading a list of moves: how far two lists agree, and how it is laid out by turns.
import type { MoveView } from '../generated/messages'

/** How many actions two records have in common from the start. */
export function agree(a: readonly MoveView[], b: readonly MoveView[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n]!.text === b[n]!.text) n++
  return n
}

export interface TurnRow {
  number: string
  white: { ply: number; move: MoveView }[]
  black: { ply: number; move: MoveView }[]
}

/** Rows of the move list: one a turn number, with the actions of each side (two in a double turn). */
export function rows(moves: readonly MoveView[]): TurnRow[] {
  const list: TurnRow[] = []
  moves.forEach((move, i) => {
    const found = /^(White|Black)\[(\d+)\]$/.exec(move.turn)
    const number = found?.[2] ?? '?'
    let row = list.at(-1)
    if (!row || row.number !== number) {
      row = { number, white: [], black: [] }
      list.push(row)
    }
    row[found?.[1] === 'Black' ? 'black' : 'white'].push({ ply: i + 1, move })
  })
  return list
}
