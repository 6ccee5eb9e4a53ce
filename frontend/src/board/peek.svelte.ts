// Looking into a stack: by a mouse that rests on it, by the focus, or by a finger held on it.
import type { StackView } from '../generated/messages'
import type { BoardState } from './state.svelte'

const HOVER_MS = 300
const LONG_PRESS_MS = 450

export class Peek {
  #hex = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The press that goes on was long: it opened a stack, and its click is not one. */
  pressedLong = false

  constructor(private readonly board: Pick<BoardState, 'stacks' | 'held'>) {}

  /** The stack looked into. That of a piece which is held is left alone: beside it there may be hexes to go to. */
  stack = $derived.by<StackView | null>(() =>
    this.#hex === null || this.#hex === this.board.held ? null : (this.board.stacks.get(this.#hex) ?? null),
  )

  look(name: string | null): void {
    this.#hex = name !== null && (this.board.stacks.get(name)?.pieces.length ?? 0) > 1 ? name : null
  }

  /** A mouse is over a hex, or over none; one that only passes by opens nothing. */
  hover(name: string | null): void {
    this.stay()
    if (name === null || this.#hex !== null) this.look(name)
    else this.#timer = setTimeout(() => this.look(name), HOVER_MS)
  }

  /** A press begins. What a finger has left open is closed. */
  press(name: string | null, touch: boolean): void {
    this.stay()
    this.pressedLong = false
    if (!touch) return
    this.look(null)
    if (name !== null)
      this.#timer = setTimeout(() => {
        this.look(name)
        this.pressedLong = this.#hex !== null
      }, LONG_PRESS_MS)
  }

  /** The mouse has left the board. */
  leave(): void {
    this.stay()
    this.look(null)
  }

  /** Nothing opens any more by itself: the press has ended or become a gesture. */
  stay(): void {
    clearTimeout(this.#timer)
  }
}
