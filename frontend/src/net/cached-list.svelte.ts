// A list that the server gives and that does not change while it runs: asked for once, by whoever needs it first.

export class CachedList<T> {
  list = $state.raw<T[]>([])
  #asked = false

  constructor(private readonly fetched: () => Promise<T[]>) {}

  ask(): void {
    if (this.#asked) return
    this.#asked = true
    this.fetched().then(
      (list) => (this.list = list),
      () => (this.#asked = false),
    )
  }
}
