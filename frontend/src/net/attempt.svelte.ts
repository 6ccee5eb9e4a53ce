// Something tried on the player's behalf: whether it is under way, and why it failed.
import { errorText } from './error-text'

export class Attempt {
  busy = $state(false)
  /** Why the last try failed, for the player; empty if it did not. */
  failed = $state('')

  /** Tries; answers whether it went well. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.failed = ''
    this.busy = true
    try {
      await work()
    } catch (error) {
      this.failed = errorText(error)
    } finally {
      this.busy = false
    }
    return this.failed === ''
  }
}
