// What is seen to happen when the position changes: the piece of the last action travels to where it lies now.
import { untrack } from 'svelte'
import type { LastAction, PieceView, StackView } from '../generated/messages'
import { calm } from '../settings/settings.svelte'
import { centre, key } from './hex'
import { hexOf, type BoardState } from './state.svelte'

const DURATION_MS = 260

/** A piece on its way to the top of a stack, and how far from there it starts. */
export interface Flight {
  piece: PieceView
  hex: string
  level: number
  dx: number
  dy: number
}

/** The flight that shows an action; null if nothing has moved on the board. */
export function planFlight(last: LastAction, stacks: ReadonlyMap<string, StackView>): Flight | null {
  if (!last.from || !last.to) return null
  const hex = key(hexOf(last.to))
  const pieces = stacks.get(hex)?.pieces
  const piece = pieces?.at(-1)
  if (!pieces || !piece) return null
  const [start, end] = [centre(hexOf(last.from)), centre(hexOf(last.to))]
  return { piece, hex, level: pieces.length - 1, dx: start.x - end.x, dy: start.y - end.y }
}

/** To be made with the board: the first position that it shows is not animated. */
export class Animation {
  flight = $state.raw<Flight | null>(null)
  #shown: string | null = null

  constructor(board: BoardState) {
    $effect(() => {
      const { last } = board
      const now = last ? `${last.text} ${last.from} ${last.to}` : ''
      const isNew = this.#shown !== null && now !== this.#shown
      this.#shown = now
      if (!isNew || !last || untrack(calm)) return
      const flight = planFlight(last, board.stacks)
      if (flight) this.flight = flight
    })
  }

  /** Lets an element fly; for the drawing of the present flight. */
  fly = (node: Element): void => {
    const mine = untrack(() => this.flight)
    if (!mine) return
    node
      .animate([{ transform: `translate(${mine.dx}px, ${mine.dy}px)` }, { transform: 'none' }], {
        duration: DURATION_MS,
        easing: 'ease-in-out',
      })
      .finished.finally(() => {
        if (this.flight === mine) this.flight = null // else the next is on its way already
      })
      .catch(() => undefined)
  }
}
