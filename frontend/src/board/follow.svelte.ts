// How the view follows the game: it moves only when something would be out of sight, and a view that the player has
// moved is left alone except to show the last action.
import { untrack } from 'svelte'
import { fit, follow, reveal, type Window } from './camera'
import { bounds, turned, unkey } from './hex'
import { calm } from '../settings/settings.svelte'
import { hexOf, type BoardState } from './state.svelte'
import type { Viewport } from './viewport.svelte'

const MARGIN = 6
/** Tiles of this zoom are large enough: the board is left as it lies. */
const LARGE = 0.62
/** By so much tiles must grow before it is turned. */
const WORTH = 1.2
const TURN_MS = 420

const around = (board: BoardState, { room }: Viewport, turns = board.turns): ReturnType<typeof fit> | null => {
  const box = bounds([...board.content, ...board.edge].map((hex) => turned(hex, turns)))
  return box && fit(box, room, MARGIN)
}

/** How the board should lie: turned by 60 degrees where that makes tiles clearly larger. Half a turn gains nothing. */
export function bestTurns(board: BoardState, viewport: Viewport): number {
  const now = board.props.turnable ? board.turns : 0
  const zoom = (turns: number): number => around(board, viewport, turns)?.k ?? 1
  if (!board.props.turnable || zoom(now) >= LARGE) return now
  const best = [now + 1, now - 1].toSorted((a, b) => zoom(b) - zoom(a))[0]!
  return zoom(best) >= WORTH * zoom(now) ? best : now
}

/** Turns the board, and is seen to. */
function turnTo(board: BoardState, turns: number): void {
  const by = board.turns - turns
  board.turns = turns
  if (calm() || !by) return
  const begin = performance.now()
  const next = (now: number): void => {
    if (board.turns !== turns) return
    const part = Math.min(1, (now - begin) / TURN_MS)
    board.lean = by * Math.pow(1 - part, 3)
    if (part < 1) requestAnimationFrame(next)
  }
  board.lean = by
  requestAnimationFrame(next)
}

/** Shows the hive with one free hex around it, so that there is room to play, and follows it again. */
export function fitHive(viewport: Viewport, board: BoardState): void {
  viewport.own = false
  turnTo(board, bestTurns(board, viewport))
  const camera = around(board, viewport)
  if (camera) viewport.glide(camera)
}

/** Brings one hex into sight. */
export function showHex(viewport: Viewport, board: BoardState, name: string): void {
  const box = board.bounds([unkey(name)])
  if (box) viewport.glide(follow(viewport.camera, box, viewport.room))
}

/** To be called once, while the board is made; `isStill`: no piece is on its way. */
export function followHive(viewport: Viewport, board: BoardState, isStill: () => boolean): void {
  followContent(viewport, board)
  turnHive(viewport, board, isStill)
  revealLast(viewport, board)
  keepMiddle(viewport)
}

/** A hive is fitted anew when its room changes before anything was played, or the window does; else it is followed. */
function followContent(viewport: Viewport, board: BoardState): void {
  let fitted: { stacks: unknown; room: Window; width: number; height: number } | null = null
  $effect(() => {
    const box = board.bounds(board.content)
    const { room, width, height } = viewport
    const { stacks } = board.props
    if (!box || room.width < 2 || room.height < 2) return
    untrack(() => {
      const before = fitted
      const isResized = !before || before.width !== width || before.height !== height
      if (before && (viewport.own || !(isResized || (before.stacks === stacks && before.room !== room)))) {
        if (!viewport.own) viewport.glide(follow(viewport.camera, box, room))
        return
      }
      fitted = { stacks, room, width, height }
      board.turns = bestTurns(board, viewport)
      const camera = around(board, viewport) ?? fit(box, room, MARGIN)
      if (before && !isResized) viewport.glide(camera)
      else viewport.jump(camera)
    })
  })
}

/** Between actions the board is turned, if that is worth it; a view that is the player's own is left alone. */
function turnHive(viewport: Viewport, board: BoardState, isStill: () => boolean): void {
  $effect(() => {
    const { room } = viewport
    void board.content
    void board.props.turnable
    if (!board.free || !isStill() || viewport.own || room.width < 2 || room.height < 2) return
    untrack(() => {
      if (bestTurns(board, viewport) !== board.turns) fitHive(viewport, board)
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
    const box = last?.to && board.bounds([hexOf(last.to)])
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
