// The sheet of a small screen: what stands beside the board on a wide one. It shuts when there is something to be seen.
import { untrack } from 'svelte'

/** What happens on the board. */
export interface Course {
  /** Grows with whatever happens; `plies`: the moves so far. */
  seq: unknown
  plies: number
  /** Others play too: a move may come while the sheet is read. */
  shared: boolean
  over: boolean
  /** The sheet leaves the board in sight, and stays while one plays. */
  docked: boolean
}

export class Sheet {
  open = $state(false)
  /** The button that opens it. */
  opener = $state<HTMLElement>()

  /** To be made once, in a component. */
  constructor(course: () => Course) {
    let before = untrack(course)
    $effect(() => {
      const now = course()
      if (shuts(before, now)) this.open = false
      before = now
    })
  }

  key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.open) return
    this.open = false
    this.opener?.focus()
  }
}

/**
 * Something has happened: it is to be seen. But whoever reads while others play is not interrupted by every move, nor
 * by a view that is told anew and says the same.
 */
export function shuts(before: Pick<Course, 'seq' | 'plies'>, now: Course): boolean {
  const isMove = now.shared && now.plies > before.plies && !now.over
  return !now.docked && now.seq !== before.seq && !isMove
}
