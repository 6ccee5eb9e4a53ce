// What was done to a study, in its order, whichever chapter it was done in: all of it can be undone and redone.

/** Something that was done. */
export interface Change {
  undo: () => void | Promise<void>
  redo: () => void | Promise<void>
}

export class History {
  #done = $state.raw<readonly Change[]>([])
  #undone = $state.raw<readonly Change[]>([])

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Notes what was just done; what was undone before it cannot be redone any more. */
  add(change: Change): void {
    this.#done = [...this.#done, change]
    this.#undone = []
  }

  /** The last thing done. */
  get last(): Change | null {
    return this.#done.at(-1) ?? null
  }

  /** Forgets the last thing done: another will be noted in its place. */
  drop(): void {
    this.#done = this.#done.slice(0, -1)
  }

  clear(): void {
    this.#done = []
    this.#undone = []
  }

  async undo(): Promise<void> {
    const last = this.#done.at(-1)
    if (!last) return
    this.#done = this.#done.slice(0, -1)
    this.#undone = [...this.#undone, last]
    await last.undo()
  }

  async redo(): Promise<void> {
    const next = this.#undone.at(-1)
    if (!next) return
    this.#undone = this.#undone.slice(0, -1)
    this.#done = [...this.#done, next]
    await next.redo()
  }
}
