// Arrows drawn by hand: with the right button from hex to hex, or by choosing two hexes while drawing is on.
import type { Hex } from './hex'
import type { ArrowColour, BoardProps } from './props'

interface Keys {
  shiftKey: boolean
  altKey: boolean
}

/** Shift is red, Alt is blue, both are yellow. */
export const colourOf = ({ shiftKey, altKey }: Keys): ArrowColour =>
  shiftKey ? (altKey ? 'yellow' : 'red') : altKey ? 'blue' : 'green'

export class Drawing {
  #from: Hex | null = null

  constructor(
    private readonly props: BoardProps,
    private readonly hexAt: (clientX: number, clientY: number) => Hex | null,
  ) {}

  /** A button went down: does an arrow begin? */
  press(event: PointerEvent): void {
    this.#from = event.button === 2 && this.props.ondraw ? this.hexAt(event.clientX, event.clientY) : this.#from
  }

  release(event: PointerEvent): void {
    if (event.button !== 2 || !this.#from) return
    const to = this.hexAt(event.clientX, event.clientY)
    if (to) this.#draw(this.#from, to, event)
    this.#from = null
  }

  /** A hex was chosen; answers whether that was to draw. */
  choose(hex: Hex, keys: Keys): boolean {
    if (!this.props.drawing || !this.props.ondraw) return false
    if (this.#from) {
      this.#draw(this.#from, hex, keys)
      this.#from = null
    } else this.#from = hex
    return true
  }

  #draw(from: Hex, to: Hex, keys: Keys): void {
    this.props.ondraw?.([from.q, from.r], [to.q, to.r], colourOf(keys))
  }
}
