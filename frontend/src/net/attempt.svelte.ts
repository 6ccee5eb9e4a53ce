// Something tried on the player's behalf: whether it is under way, and why it failed.
import { errorText } from './error-text'

export class Attempt {
  busy = $state(false)
  /** Says why the last try failed, in the language of the moment. */
  #why = $state.raw<(() => string) | null>(null)
  /** Why the last try failed, for the player; empty if it did not. */
  failed = $derived.by(() => this.#why?.() ?? '')

  /** Tries; answers whether it went well. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.forget()
    this.busy = true
    try {
      await work()
    } catch (error) {
      this.refuse(() => errorText(error))
    } finally {
      this.busy = false
    }
    return this.#why === null
  }

  /** Fails without being tried. */
  refuse(why: () => string): void {
    this.#why = why
  }

  /** What failed is no matter any more. */
  forget(): void {
    this.#why = null
  }
}
