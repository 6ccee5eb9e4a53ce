// What a hex is called for those who listen to the board: what lies there, and what holds for it now.
import { t } from '../words/catalogue.svelte'
import type { BoardState } from './state.svelte'

/** `what`: what lies there, or which free hex it is. */
export function hexLabel(board: BoardState, name: string, what: string): string {
  const { held } = board
  const notes = [
    written(board, name), // for those who say it to point at it
    held === name && t('hex.held'),
    board.goals.has(name) && t('hex.goal'),
    held !== name && board.lit.has(name) && t('hex.lit'),
    held === null && board.pickable.has(name) && t('hex.pickable'),
    board.lastHex === name && t('hex.last'),
    board.props.onway === name && t('hex.onway'),
    board.fallen.has(name) && t('hex.fallen'),
  ]
  return [what, ...notes].filter(Boolean).join(', ')
}

/** What can be read on a stack: the number of its top, and how high it is. */
function written(board: BoardState, name: string): string {
  const [top, height] = [board.topOf(name), board.heightOf(name)]
  return [top && board.numberOf(top), height > 1 && height].filter(Boolean).join(' ')
}
