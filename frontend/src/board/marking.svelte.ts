// What waits until the piece of an action has set out, as the frame in which it does has enough to draw: the marks of
// pieces that may act, which are others in half the hive, and what free hexes are called by the pieces beside them.
import { untrack } from 'svelte'
import { calm } from '../settings/settings.svelte'
import { sameSet } from './kept.svelte'
import type { BoardState } from './state.svelte'

const WAIT_MS = 80

/** To be called once, while the board is made. What it shows first is marked at once, and so is all where nothing moves. */
export function markLater(board: BoardState): void {
  const now = (): { pickable: ReadonlySet<string>; namingStacks: BoardState['namingStacks'] } => ({
    pickable: board.props.pickable ?? new Set(),
    namingStacks: board.stacks,
  })
  const mark = ({ pickable, namingStacks }: ReturnType<typeof now>): void => {
    board.pickable = sameSet(board.pickable, pickable)
    board.namingStacks = namingStacks
  }
  untrack(() => mark(now()))
  $effect.pre(() => {
    const wanted = now()
    if (untrack(calm)) return untrack(() => mark(wanted))
    const waiting = setTimeout(() => mark(wanted), WAIT_MS)
    return () => clearTimeout(waiting)
  })
}
