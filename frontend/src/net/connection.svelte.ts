// Is the server within reach? Any call that fails says no, any that succeeds says yes.

class Connection {
  up = $state(true)

  lost(): void {
    this.up = false
  }

  found(): void {
    this.up = true
  }

  /** Asks the server for a sign of life. */
  look(): void {
    fetch('/healthz', { cache: 'no-store' }).then(
      () => this.found(),
      () => this.lost(),
    )
  }

  /** While the server is away, asks for it now and then. */
  watch(): () => void {
    const look = (): void => {
      if (!this.up) this.look()
    }
    const timer = setInterval(look, 3000)
    const away = (): void => this.lost()
    addEventListener('online', look)
    addEventListener('offline', away)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      removeEventListener('offline', away)
    }
  }
}

export const connection = new Connection()
