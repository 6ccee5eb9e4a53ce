// How the view follows the game: it moves only when something would be out of sight, and a view that the player has
// moved is left alone except to show the last action.
import { untrack } from 'svelte'
import { fit, follow, reveal, type Window } from './camera'
import { bounds, unkey } from './hex'
import { hexOf, type BoardState } from './state.svelte'
import type { Viewport } from './viewport.svelte'

const MARGIN = 6

const around = (board: BoardState, { room }: Viewport): ReturnType<typeof fit> | null => {
  const box = bounds([...board.content, ...board.edge])
  return box && fit(box, room, MARGIN)
}

/** Shows the hive with one free hex around it, so that there is room to play, and follows it again. */
export function fitHive(viewport: Viewport, board: BoardState): void {
  viewport.own = false
  const camera = around(board, viewport)
  if (camera) viewport.glide(camera)
}

/** Brings one hex into sight. */
export function showHex(viewport: Viewport, name: string): void {
  const box = bounds([unkey(name)])
  if (box) viewport.glide(follow(viewport.camera, box, viewport.room))
}

/** To be called once, while the board is made. */
export function followHive(viewport: Viewport, board: BoardState): void {
  followContent(viewport, board)
  revealLast(viewport, board)
  keepMiddle(viewport)
}

function followContent(viewport: Viewport, board: BoardState): void {
  let placed = false
  $effect(() => {
    const box = bounds(board.content)
    const room = viewport.room
    if (!box || room.width < 2 || room.height < 2) return
    untrack(() => {
      if (!placed) {
        placed = true
        viewport.jump(around(board, viewport) ?? fit(box, room, MARGIN))
      } else if (!viewport.own) {
        viewport.glide(follow(viewport.camera, box, room))
      }
    })
  })
}

/** When the player's hands are free, the last action is brought into a view that is their own. */
function revealLast(viewport: Viewport, board: BoardState): void {
  let revealed: string | null = null
  $effect(() => {
    const { last } = board
    const now = last ? `${last.text} ${last.to}` : ''
    if (!board.free || now === revealed) return
    revealed = now
    if (!viewport.own) return
    const box = last?.to && bounds([hexOf(last.to)])
    // A first position has nothing to do with the one before it.
    if (!last) untrack(() => fitHive(viewport, board))
    else if (box) untrack(() => viewport.glide(reveal(viewport.camera, box, viewport.room)))
  })
}

/** A window that changes, as when a phone is turned, keeps the middle of a view that is the player's own. */
function keepMiddle(viewport: Viewport): void {
  let before: Window | null = null
  $effect(() => {
    const [now, last] = [viewport.room, before]
    before = now
    if (last && viewport.own)
      untrack(() => viewport.panBy((now.width - last.width) / 2, (now.height - last.height) / 2))
  })
}
