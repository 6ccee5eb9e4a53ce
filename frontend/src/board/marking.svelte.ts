// When pieces are marked that may act. With every action half the hive is marked anew: that waits until the piece of
// the action has set out, as the frame in which it does has enough to draw.
import { untrack } from 'svelte'
import { calm } from '../settings/settings.svelte'
import type { BoardState } from './state.svelte'

const WAIT_MS = 80

/** To be called once, while the board is made. What it shows first is marked at once, and so is all where nothing moves. */
export function markPickable(board: BoardState): void {
  const wanted = (): ReadonlySet<string> => board.props.pickable ?? new Set()
  board.pickable = untrack(wanted)
  $effect.pre(() => {
    const pickable = wanted()
    const mark = (): void => void (board.pickable = pickable)
    if (untrack(calm)) return mark()
    const waiting = setTimeout(mark, WAIT_MS)
    return () => clearTimeout(waiting)
  })
}
