// Where the window stands over the board. It glides to where it is sent; and the hive, which takes long to draw, is
// drawn anew only when a zoom has come to rest: until then the browser moves and stretches the drawing it has.
import { between, type Camera } from './camera'
import { calm } from '../settings/settings.svelte'

const GLIDE = 320
const REST = 150

export class Viewport {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 })
  /** The zoom at which the hive is drawn. */
  drawn = $state(1)
  /** The player has set it himself: from then on it is his, until he gives it back. */
  own = false
  #gliding = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  /** What the browser does to the drawing, in CSS. A drawing that is not stretched lies on whole pixels: it stays sharp. */
  get transform(): string {
    const { x, y, k } = this.camera
    if (k !== this.drawn) return `translate(${x}px, ${y}px) scale(${k / this.drawn})`
    return `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }

  /** Goes there at once, and draws. */
  jump(to: Camera): void {
    this.stop()
    this.camera = to
    this.drawn = to.k
  }

  /** Goes there as part of a gesture. */
  move(to: Camera): void {
    cancelAnimationFrame(this.#gliding)
    this.own = true
    this.#show(to)
  }

  /** Goes there little by little. */
  glide(to: Camera): void {
    const from = this.camera
    if (calm()) return this.jump(to)
    if (Math.abs(to.x - from.x) < 1 && Math.abs(to.y - from.y) < 1 && to.k === from.k) return this.#show(to)
    const begin = performance.now()
    const next = (now: number): void => {
      const part = Math.min(1, (now - begin) / GLIDE)
      this.#show(between(from, to, 1 - Math.pow(1 - part, 3)))
      if (part < 1) this.#gliding = requestAnimationFrame(next)
    }
    cancelAnimationFrame(this.#gliding)
    this.#gliding = requestAnimationFrame(next)
  }

  /** Stays where it is. */
  stop(): void {
    cancelAnimationFrame(this.#gliding)
    clearTimeout(this.#resting)
    this.drawn = this.camera.k
  }

  #show(to: Camera): void {
    if (to.k !== this.camera.k) {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => (this.drawn = this.camera.k), REST)
    }
    this.camera = to
  }
}
