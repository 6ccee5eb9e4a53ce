// Where the window stands over the board. It glides to where it is sent. Drawing the hive takes long, so it is drawn
// anew only when a zoom has come to rest: until then the browser moves and stretches the drawing it has.
import { calm } from '../settings/settings.svelte'
import { between, keep, pan, toScreen, toWorld, zoom, type Camera, type Window } from './camera'
import { at, centre, type Hex, type Point } from './hex'

const GLIDE_MS = 320
const REST_MS = 150

export class Viewport {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 })
  /** The zoom at which the hive is drawn. */
  drawn = $state(1)
  /** The size of the board on the screen. */
  width = $state(0)
  height = $state(0)
  /** What of it is not covered. */
  room = $derived.by<Window>(() => ({ width: this.width, height: this.height - this.foot() }))
  /** The player has moved the view: from then on it is theirs, until they give it back. */
  own = false
  #gliding = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  /** `foot`: the height at the bottom that something else covers; `hive`: the middles of what may not be lost from sight. */
  constructor(
    private readonly foot: () => number,
    private readonly hive: () => readonly Point[] = () => [],
  ) {}

  /** What the browser does to the drawing, in CSS. A drawing that is not stretched lies on whole pixels: it stays sharp. */
  get transform(): string {
    const { x, y, k } = this.camera
    if (k !== this.drawn) return `translate(${x}px, ${y}px) scale(${k / this.drawn})`
    return `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }

  /** The hex at a point of the board; null outside it. */
  hexAt(point: Point): Hex | null {
    if (point.x < 0 || point.y < 0 || point.x > this.width || point.y > this.height) return null
    return at(toWorld(this.camera, point))
  }

  screenOf(hex: Hex): Point {
    return toScreen(this.camera, centre(hex))
  }

  /** Goes there at once, and draws. */
  jump(to: Camera): void {
    this.stop()
    this.camera = to
    this.drawn = to.k
  }

  panBy(dx: number, dy: number): void {
    this.#take(pan(this.camera, dx, dy))
  }

  zoomAbout(about: Point, factor: number): void {
    this.#take(zoom(this.camera, about, factor))
  }

  /** Zooms by a step, about the middle. */
  zoomBy(factor: number): void {
    this.own = true
    this.glide(zoom(this.camera, { x: this.room.width / 2, y: this.room.height / 2 }, factor))
  }

  /** Goes there little by little. */
  glide(to: Camera): void {
    const from = this.camera
    if (calm()) return this.jump(to)
    if (Math.abs(to.x - from.x) < 1 && Math.abs(to.y - from.y) < 1 && to.k === from.k) return this.#show(to)
    const begin = performance.now()
    const next = (now: number): void => {
      const part = Math.min(1, (now - begin) / GLIDE_MS)
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

  /** Goes there as part of a gesture. */
  #take(to: Camera): void {
    cancelAnimationFrame(this.#gliding)
    this.own = true
    this.#show(keep(to, this.hive(), this.room))
  }

  #show(to: Camera): void {
    if (to.k !== this.camera.k) {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => (this.drawn = this.camera.k), REST_MS)
    }
    this.camera = to
  }
}
