// Is the server within reach? Any call that fails says no, any that succeeds says yes.

/** While the server is away, it is asked for so often. */
const EVERY = 1000
/** A question is given up after so long. Browsers hold six connections to a server: five questions leave one free. */
const GIVE_UP = 5000

/** Hears when a question was asked that the server has just answered. */
type Answered = (asked: number) => void

class Connection {
  up = $state(true)
  /** When the server was last heard. */
  #heard = 0
  #listeners = new Set<Answered>()
  #calls = new AbortController()

  lost(): void {
    this.up = false
  }

  found(): void {
    this.up = true
    this.#heard = Date.now()
  }

  /** What is under way when the connection falls silent is given up: its answer would never come. */
  get signal(): AbortSignal {
    return this.#calls.signal
  }

  /** Nothing comes through any more, though nobody has said so. */
  silent(): void {
    this.lost()
    this.#calls.abort()
    this.#calls = new AbortController()
    this.look()
  }

  /** Asks the server for a sign of life. */
  look = (): void => {
    const asked = Date.now()
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP) }).then(
      () => {
        this.found()
        for (const answered of this.#listeners) answered(asked)
      },
      // An old question may hang until it is given up, though the server has been heard since.
      () => {
        if (asked >= this.#heard) this.lost()
      },
    )
  }

  onanswer(answered: Answered): () => void {
    this.#listeners.add(answered)
    return () => this.#listeners.delete(answered)
  }

  /** While the server is away, asks for it now and then, and at once when the network or the reader is back. */
  watch(): () => void {
    const look = (): void => {
      if (!this.up) this.look()
    }
    const seen = (): void => {
      if (!document.hidden) look()
    }
    const away = (): void => this.lost()
    const timer = setInterval(look, EVERY)
    addEventListener('online', look)
    addEventListener('offline', away)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      removeEventListener('offline', away)
      document.removeEventListener('visibilitychange', seen)
    }
  }
}

export const connection = new Connection()
