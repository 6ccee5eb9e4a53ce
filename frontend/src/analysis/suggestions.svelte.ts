// The engine's best lines for the position in view, while it is switched on.
import type { Arrow } from '../board/props'
import type { LinesEvent } from '../generated/messages'
import { arrowOf } from '../play/clicks'
import { Analyser } from './analyser.svelte'
import type { Review } from './review.svelte'
import type { Study } from './study.svelte'

/** To be made in a component. While mistakes are looked for it leaves them the machine, which may be small. */
export class Suggestions {
  on = $state(false)
  /** How many lines are asked for. */
  count = $state(3)
  #analyser = new Analyser()

  constructor(
    private readonly study: Study,
    review: Review,
  ) {
    $effect(() => {
      const line = study.view && study.line()
      if (this.on && !review.working && line && !study.view?.outcome) this.#analyser.follow(line, this.count)
      else this.#analyser.stop()
    })
    $effect(() => () => this.#analyser.close())
  }

  get lines(): LinesEvent | null {
    return this.#analyser.lines
  }

  get trouble(): string {
    return this.#analyser.trouble
  }

  /** The first action of each line, as far as it can be drawn. */
  arrows = $derived.by<Arrow[]>(() => {
    const { view } = this.study
    if (!this.on || !view || this.lines?.seq !== view.moves.length) return []
    return this.lines.lines.flatMap((line, rank) => {
      const action = view.actions.find(({ text }) => text === line.actions[0])
      const arrow = action && arrowOf(action)
      return arrow ? [{ ...arrow, rank }] : []
    })
  })
}
