// Mistakes of a line: the engine's score for each of its positions.
import { untrack } from 'svelte'
import type { ScoreEvent } from '../generated/messages'
import { Analyser } from './analyser.svelte'
import type { Study } from './study.svelte'
import type { Node } from './tree'

/** To be made in a component; another study begins without scores. */
export class Review {
  #analyser = new Analyser()
  /** The line that was looked through: scores count its nodes. */
  #line = $state.raw<Node[]>([])

  constructor(private readonly study: Study) {
    const start = $derived(study.start)
    $effect(() => {
      void start
      untrack(() => this.#analyser.forget())
    })
    $effect(() => () => this.#analyser.close())
  }

  marks = $derived.by(
    () =>
      new Map(
        this.scores.flatMap(({ ply, mark }) => {
          const node = this.#line[ply]
          return mark && node ? [[node, mark] as const] : []
        }),
      ),
  )

  get scores(): ScoreEvent[] {
    return this.#analyser.scores
  }

  get working(): boolean {
    return this.#analyser.working
  }

  get trouble(): string {
    return this.#analyser.trouble
  }

  /** Looks through the line in view. */
  start(): void {
    this.#line = this.study.branch
    this.#analyser.judge(this.study.line(this.#line.at(-1)))
  }
}
