// Reading a list of moves: how far two lists agree, and how it is laid out by turns.
import type { Direction } from '../board/hex'
import { BESIDE, MARKS, NEUTRAL } from '../generated/facts'
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

/** What an action does to the other piece, or on which side of it it ends. */
export type Relation = Direction | keyof typeof MARKS | 'onto'

export interface Pictured {
  /** The names of the piece that acts, and of the one it goes beside, onto, or acts on. */
  actor: string | null
  other: string | null
  relation: Relation | null
  /** The relation as a picture; empty if there is none. */
  sign: string
}

const SIGNS: Record<Relation, string> = {
  e: '→',
  se: '↘',
  sw: '↙',
  w: '←',
  nw: '↖',
  ne: '↗',
  flip: '↻',
  sting: '⚡',
  swap: '⇄',
  kill: '✕',
  onto: '⤒',
}
/** By the marks before and after the name of the other piece. */
const RELATIONS = new Map<string, Relation>([
  ...BESIDE.map(({ side, before, after }) => [`${before} ${after}`, side] as const),
  ...Object.entries(MARKS).map(([kind, mark]) => [`${mark} `, kind as keyof typeof MARKS] as const),
])

const NAME = String.raw`(?:[wb][A-Z]\d*|${NEUTRAL.letter})`
const oneOf = (marks: readonly string[]): string => `[${marks.join('').replace(/[-\\]/g, '\\$&')}]?`
const BEFORE = oneOf([...BESIDE.map(({ before }) => before), ...Object.values(MARKS)])
const AFTER = oneOf(BESIDE.map(({ after }) => after))
const WRITTEN = new RegExp(`^(?:steal )?(${NAME})(?: (${BEFORE})(${NAME}|[wb])(${AFTER}))?`)

/** What notation tells, for those who do not read it. */
export function pictured(text: string): Pictured {
  const [, actor = null, before = '', other = null, after = ''] = WRITTEN.exec(text) ?? []
  const relation = RELATIONS.get(`${before} ${after}`) ?? (other ? 'onto' : null)
  return { actor, other: other && other.length > 1 ? other : null, relation, sign: relation ? SIGNS[relation] : '' }
}
