// Mistakes of a line: the engine's verdict on each of its positions, kept in the study. It can be stopped and taken
// up again.
import { untrack } from 'svelte'
import type { Arrow } from '../board/props'
import { Analyser } from './analyser.svelte'
import type { Study } from './study.svelte'
import { arrowIn } from './suggestions.svelte'
import { lineThrough, type Node } from './tree'
import { keptVerdict, verdictOf, type Verdict } from './verdicts'

/** To be made in a component. */
export class Review {
  /** What would have been best instead of the move in view. */
  arrows = $state.raw<Arrow[]>([])
  #analyser = new Analyser()
  /** The line that is looked through. */
  #line = $state.raw<Node[]>([])

  constructor(private readonly study: Study) {
    const start = $derived(study.start)
    $effect(() => {
      void start
      untrack(() => this.stop())
    })
    $effect(() => {
      const { node } = study
      const best = this.here?.better?.actions[0]
      let wanted = true
      this.arrows = []
      if (best && node.parent)
        study.peek(node.parent).then(
          (view) => wanted && (this.arrows = arrowIn(view, best).map((one) => ({ ...one, colour: 'yellow' as const }))),
          () => undefined,
        )
      return () => (wanted = false)
    })
    $effect(() => () => this.#analyser.close())
  }

  /** What was found about the line in view, from its start as far as that goes. */
  scores = $derived.by<Verdict[]>(() => {
    const found: Verdict[] = []
    for (const node of this.study.branch) {
      const verdict = this.#verdict(node, found.length)
      if (!verdict) break
      found.push(verdict)
    }
    return found
  })

  marks = $derived.by(() => {
    void this.study.version
    const marks = new Map<Node, string>()
    const todo = [this.study.start]
    for (let node = todo.pop(); node; node = todo.pop()) {
      const mark = node.notes.judgement?.mark
      if (mark) marks.set(node, mark)
      todo.push(...node.children)
    }
    return marks
  })

  /** What was found about the position in view. */
  here = $derived.by<Verdict | null>(() => {
    void this.study.version
    return this.#verdict(this.study.node, this.study.ply)
  })

  #verdict(node: Node, ply: number): Verdict | null {
    return verdictOf(node.notes, ply, node.parent ? this.study.turnOf(node).colour : null)
  }

  /** How many moves the line has that is looked through. */
  get end(): number {
    return (this.working ? this.#line.length : this.study.branch.length) - 1
  }

  /** How many of its positions are judged. */
  get judged(): number {
    return this.working ? this.#analyser.judged : this.scores.length
  }

  get working(): boolean {
    return this.#analyser.working
  }

  /** All of the line in view is judged. */
  get complete(): boolean {
    return this.scores.length === this.study.branch.length
  }

  /** Something is found, and something is left to be found. */
  get stopped(): boolean {
    return !this.working && this.scores.length > 0 && !this.complete
  }

  get trouble(): string {
    return this.#analyser.trouble
  }

  /** Looks through the line in view, from where its positions are not judged yet; all of it if they are. */
  start(): void {
    const { study } = this
    const line = lineThrough(study.node)
    const known = this.complete ? 0 : this.scores.length
    this.#line = line
    this.#analyser.judge(study.question(line.at(-1)), known, (score) => {
      const node = line[score.ply]
      if (node) study.judge(node, keptVerdict(score))
    })
  }

  stop(): void {
    this.#analyser.stop()
  }
}
