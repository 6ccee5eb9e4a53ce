// Looking into a stack: by a mouse that rests on it, by the focus, or by a finger held on it.
import type { StackView } from '../generated/messages'
import type { BoardState } from './state.svelte'

const HOVER_MS = 300
const LONG_PRESS_MS = 450

export class Peek {
  #hex = $state<string | null>(null)
  /** Where the mouse has last moved: undefined if it has not moved over the board. */
  #over: string | null | undefined
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
    if (this.#hex !== null) this.stay() // or a mouse that came to rest before would close it
  }

  /**
   * A mouse has moved on a hex, or beside all; one that only passes by opens nothing. One that rests, while the board
   * moves below it or has just come up, is not to be reported: it would close what the focus has opened.
   */
  hover(name: string | null): void {
    if (name === this.#over) return
    this.#over = name
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

  /** The mouse has left the board; one that never moved there was only below it, and has opened nothing. */
  leave(): void {
    if (this.#over === undefined) return
    this.#over = undefined
    this.stay()
    this.look(null)
  }

  /** Nothing opens any more by itself: the press has ended or become a gesture. */
  stay(): void {
    clearTimeout(this.#timer)
  }
}
