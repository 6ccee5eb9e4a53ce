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

export interface Pictured {
  /** The names of the piece that acts, and of the one it goes beside, onto, or acts on. */
  actor: string | null
  other: string | null
  /** Where it lies beside the other, or what it does to it. */
  sign: string
}

const NAME = String.raw`(?:[wb][A-Z]\d*|hc)`
const WRITTEN = new RegExp(`^(?:steal )?(${NAME})(?: ([-/\\\\=*~x]?)(${NAME}|[wb])([-/\\\\]?))?`)
/** By the mark before or after the other piece (N). */
const BEFORE: Record<string, string> = { '-': '←', '/': '↙', '\\': '↖', '=': '↻', '*': '⚡', '~': '⇄', x: '✕' }
const AFTER: Record<string, string> = { '-': '→', '/': '↗', '\\': '↘' }
const ONTO = '⤒'

/** What notation tells, for those who do not read it. */
export function pictured(text: string): Pictured {
  const [, actor = null, before = '', other = null, after = ''] = WRITTEN.exec(text) ?? []
  const sign = BEFORE[before] ?? AFTER[after] ?? (other ? ONTO : '')
  return { actor, other: other && other.length > 1 ? other : null, sign }
}
