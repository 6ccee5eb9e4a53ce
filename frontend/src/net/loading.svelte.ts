// Something a page loads: what came of it, and another try by itself once a lost connection is back.
import { untrack } from 'svelte'
import { ApiError } from './api'
import { connection } from './connection.svelte'

/** `away`: the server could not be reached. */
export type Trouble = 'missing' | 'failed' | 'away'

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return 'failed'
  return error.status === 0 ? 'away' : error.status === 404 ? 'missing' : 'failed'
}

/** To be made in a component. Asks anew when the state that `ask` reads changes. */
export class Loading<T> {
  value = $state.raw<T | null>(null)
  trouble = $state<Trouble | null>(null)
  #tries = $state(0)

  constructor(ask: () => Promise<T>) {
    $effect(() => {
      void this.#tries
      let awaited = true
      ask().then(
        (value) => {
          if (!awaited) return
          this.value = value
          this.trouble = null
        },
        (error: unknown) => {
          if (awaited) this.trouble = troubleOf(error)
        },
      )
      return () => (awaited = false)
    })
    $effect(() => {
      if (connection.up && this.trouble === 'away') untrack(this.again)
    })
  }

  again = (): void => {
    this.#tries++
  }
}
