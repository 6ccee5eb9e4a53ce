// The socket of a game: says hello, pings, notices silence, and connects again by itself.
import type { LiveCommand, LiveEvent } from '../generated/messages'

const PING = 4000
/** Nothing heard for so long: the connection is lost, whatever the browser thinks of it. */
const SILENCE = 9000
const LOOK = 500
const SHORTEST_WAIT = 200
const LONGEST_WAIT = 2000

export interface Listener {
  /** What to say first. */
  hello: () => Extract<LiveCommand, { do: 'hello' }>
  hear: (event: LiveEvent) => void
  opened: () => void
  lost: () => void
}

export class LiveSocket {
  #socket: WebSocket | null = null
  #heard = 0
  #pinged = 0
  #again: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#look)
    this.#watch = setInterval(this.#look, LOOK)
    this.#connect()
  }

  close(): void {
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#look)
    clearInterval(this.#watch)
    clearTimeout(this.#again)
    this.#drop()?.close()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Sends a command, if the socket is open. */
  send(command: LiveCommand): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(command))
  }

  #connect = (): void => {
    clearTimeout(this.#again)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`)
    this.#socket = socket
    this.#heard = Date.now()
    socket.onopen = () => {
      this.send(this.listener.hello())
      this.#ping()
      this.listener.opened()
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = Date.now()
      this.listener.hear(JSON.parse(message.data) as LiveEvent)
    }
    socket.onclose = this.#lose
  }

  #ping(): void {
    this.#pinged = Date.now()
    this.send({ do: 'ping' })
  }

  /** Pings in time, and gives up a socket that has fallen silent. Timers of a hidden page may come late. */
  #look = (): void => {
    if (!this.#socket) return
    const now = Date.now()
    if (now - this.#heard > SILENCE) this.#lose()
    else if (now - this.#pinged >= PING) this.#ping()
  }

  #lose = (): void => {
    this.#drop()?.close()
    this.listener.lost()
    const wait = SHORTEST_WAIT + Math.random() * (LONGEST_WAIT - SHORTEST_WAIT)
    this.#again = setTimeout(this.#connect, wait)
  }

  /** Lets go of the socket: a dead one may take minutes to close. */
  #drop(): WebSocket | null {
    const socket = this.#socket
    this.#socket = null
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null
    return socket
  }

  #hurry = (): void => {
    if (!this.#socket) this.#connect()
  }
}
