// What a hex is called for those who listen to the board: what lies there, and what holds for it now.
import type { PieceView } from '../generated/messages'
import { t } from '../words/catalogue.svelte'
import type { BoardState } from './state.svelte'

interface Named {
  /** What lies there, or which free hex it is. */
  what: string
  pieces?: readonly PieceView[]
  /** The last action ended there. */
  last: boolean
}

export function hexLabel(board: BoardState, name: string, { what, pieces = [], last }: Named): string {
  const { held } = board
  const notes = [
    written(board, pieces), // for those who say it to point at it
    held === name && t('hex.held'),
    board.goals.has(name) && t('hex.goal'),
    held !== name && board.lit.has(name) && t('hex.lit'),
    held === null && board.pickable.has(name) && t('hex.pickable'),
    last && t('hex.last'),
    board.onway === name && t('hex.onway'),
    board.fallen.has(name) && t('hex.fallen'),
  ]
  return [what, ...notes].filter(Boolean).join(', ')
}

/** What can be read on a stack: the number of its top, and how high it is. */
function written(board: BoardState, pieces: readonly PieceView[]): string {
  const top = pieces.at(-1)
  return [top && board.numberOf(top), pieces.length > 1 && pieces.length].filter(Boolean).join(' ')
}
