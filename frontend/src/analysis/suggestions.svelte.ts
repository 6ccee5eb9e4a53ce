// The engine's best lines for the position in view, while it is switched on. What was found for a position is kept: a
// search that begins again shows nothing until it has gone as deep.
import type { Arrow } from '../board/props'
import type { LinesEvent, View } from '../generated/messages'
import { arrowOf } from '../play/clicks'
import { Analyser } from './analyser.svelte'
import type { Review } from './review.svelte'
import type { Study } from './study.svelte'
import { pieceOf } from './pieces'
import type { Node } from './tree'

/** An action of a position as an arrow, as far as it can be drawn. */
export function arrowIn(view: View | null, text: string | undefined, rank = 0): Arrow[] {
  const action = view?.actions.find((one) => one.text === text)
  const arrow = action && arrowOf(action)
  if (!arrow) return []
  const piece = arrow.from === null ? pieceOf(action.text) : null
  return [{ ...arrow, rank, ...(piece ? { piece } : {}) }]
}

/** Whether lines are worth showing in place of others. */
export const isBetter = (heard: LinesEvent, known: LinesEvent | undefined): boolean =>
  !known || heard.lines.length > known.lines.length || heard.depth >= known.depth

/** To be made in a component. While mistakes are looked for it leaves them the machine, which may be small. */
export class Suggestions {
  on = $state(false)
  /** How many lines are asked for. */
  count = $state(3)
  lines = $state.raw<LinesEvent | null>(null)
  #analyser = new Analyser()
  #known = new WeakMap<Node, LinesEvent>()
  /** The positions that were thought about to the end, with so many lines. */
  #finished = new WeakMap<Node, number>()

  constructor(
    private readonly study: Study,
    review: Review,
  ) {
    const isOver = $derived(Boolean(study.view?.outcome))
    $effect(() => {
      const { node } = study
      const isOpen = !isOver && (this.#finished.get(node) ?? 0) < this.count
      if (this.on && !review.working && isOpen) this.#analyser.follow(study.question(), this.count)
      else this.#analyser.stop()
    })
    $effect(() => {
      const { node } = study
      const { lines: heard, done } = this.#analyser
      if (heard && isBetter(heard, this.#known.get(node))) this.#known.set(node, heard)
      if (heard && done) this.#finished.set(node, this.count)
      this.lines = this.#known.get(node) ?? null
    })
    $effect(() => () => this.#analyser.close())
  }

  get trouble(): string {
    return this.#analyser.trouble
  }

  /** The first action of each line. */
  arrows = $derived.by<Arrow[]>(() => {
    const { view } = this.study
    if (!this.on || !view || this.lines?.seq !== view.moves.length) return []
    return this.lines.lines.slice(0, this.count).flatMap(({ actions }, rank) => arrowIn(view, actions[0], rank))
  })
}
