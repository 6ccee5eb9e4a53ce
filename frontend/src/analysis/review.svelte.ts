// Mistakes of a line: the engine's score for each of its positions. It can be stopped and taken up again.
import { untrack } from 'svelte'
import type { Arrow } from '../board/props'
import type { ScoreEvent } from '../generated/messages'
import { Analyser } from './analyser.svelte'
import type { Study } from './study.svelte'
import { arrowIn } from './suggestions.svelte'
import type { Node } from './tree'

/** To be made in a component; another study begins without scores. */
export class Review {
  /** What would have been best instead of the move in view. */
  arrows = $state.raw<Arrow[]>([])
  #analyser = new Analyser()
  /** The line that was looked through: scores count its nodes. */
  #line = $state.raw<Node[]>([])

  constructor(private readonly study: Study) {
    const start = $derived(study.start)
    $effect(() => {
      void start
      untrack(() => this.#analyser.forget())
    })
    $effect(() => {
      const { node } = study
      const best = this.here?.better?.actions[0]
      let wanted = true
      this.arrows = []
      if (best && node.parent)
        study.peek(node.parent).then(
          (view) => wanted && (this.arrows = arrowIn(view, best)),
          () => undefined,
        )
      return () => (wanted = false)
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

  /** What was found about the position in view. */
  here = $derived.by<ScoreEvent | null>(() => this.scores[this.#line.indexOf(this.study.node)] ?? null)

  get scores(): ScoreEvent[] {
    return this.#analyser.scores
  }

  /** The scores, each with the move that led there. */
  get described(): (ScoreEvent & { action: string })[] {
    return this.scores.map((score) => ({ ...score, action: this.#line[score.ply]?.action ?? '' }))
  }

  /** How many moves the line has. */
  get end(): number {
    return this.#line.length - 1
  }

  get working(): boolean {
    return this.#analyser.working
  }

  /** Something is found, and something is left to be found. */
  get stopped(): boolean {
    return !this.working && this.scores.length > 0 && this.scores.length <= this.end
  }

  get trouble(): string {
    return this.#analyser.trouble
  }

  /** Looks through the line in view, from where its positions are not judged yet. */
  start(): void {
    const line = this.study.branch
    const fork = line.findIndex((node, i) => node !== this.#line[i])
    this.#line = line
    this.#analyser.judge(this.study.question(line.at(-1)), fork < 0 ? line.length : fork)
  }

  stop(): void {
    this.#analyser.stop()
  }
}
