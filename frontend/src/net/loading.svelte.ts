// Something a page loads: what came of it, and another try by itself once a lost connection is back.
import { untrack } from 'svelte'
import type { ReasonView } from '../generated/messages'
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
  /** Why the server refuses it, where it says so. */
  reason = $state.raw<ReasonView | null>(null)
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
          this.reason = null
        },
        (error: unknown) => {
          if (!awaited) return
          this.trouble = troubleOf(error)
          this.reason = error instanceof ApiError ? error.reason : null
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
