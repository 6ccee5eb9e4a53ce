// Dragging a piece, from a hand or the hive. A press becomes a drag after a few pixels, and until then may be a click.
import type { Point } from '../board/hex'

const SLACK = 7

export interface DragEvents {
  /** The piece leaves its place. */
  lift(token: string): void
  /** It is let go at a point of the window, or nowhere if the drag was interrupted. */
  drop(token: string, at: Point | null): void
}

export class Drag {
  /** Where the middle of the dragged piece is, in the window; null while none is dragged. */
  at = $state.raw<Point | null>(null)
  /** A drag has just ended: the click that the browser reports after it is not one. */
  justEnded = false

  constructor(
    private readonly on: DragEvents,
    private readonly window: EventTarget = globalThis,
  ) {}

  /** A press on a piece that may be lifted; it is carried so many pixels above the pointer. */
  begin(token: string, press: PointerEvent, above = 0): void {
    // Touch would keep the pointer on the element pressed: the drag belongs to the window.
    const element = press.target as Element | null
    if (element?.hasPointerCapture?.(press.pointerId)) element.releasePointerCapture(press.pointerId)

    const mine = (listener: (event: PointerEvent) => void) => (event: Event) => {
      if ((event as PointerEvent).pointerId === press.pointerId) listener(event as PointerEvent)
    }
    const move = mine((event) => {
      if (!this.at) {
        if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < SLACK) return
        this.on.lift(token)
      }
      this.at = { x: event.clientX, y: event.clientY - above }
    })
    const end = mine((event) => {
      this.window.removeEventListener('pointermove', move)
      for (const name of ['pointerup', 'pointercancel']) this.window.removeEventListener(name, end)
      if (!this.at) return
      this.at = null
      this.justEnded = true
      setTimeout(() => (this.justEnded = false))
      this.on.drop(token, event.type === 'pointerup' ? { x: event.clientX, y: event.clientY - above } : null)
    })
    this.window.addEventListener('pointermove', move)
    for (const name of ['pointerup', 'pointercancel']) this.window.addEventListener(name, end)
  }
}
