// The socket of a game: says hello, pings, notices silence, and connects again by itself.
//
// A connection may die without a word. Whatever is open then counts as lost after some silence. What was begun since may
// hang for minutes, even when the network is back. So the first attempts are given up after a few round trips, as long
// as such took before; meanwhile the server is asked for a sign of life (connection.svelte.ts), and a later attempt that
// such a question has overtaken is made anew. (Not by questions alone: browsers ask them over connections they have
// kept, which are dead at first; a socket always has one of its own.)
import { connection } from './connection.svelte'
import type { LiveCommand, LiveEvent } from '../generated/messages'

const PING = 4000
/** Nothing heard for so long: the connection is lost, whatever the browser thinks of it. */
const SILENCE = 9000
const LOOK = 500
const SHORTEST_WAIT = 200
const LONGEST_WAIT = 2000
/** What an attempt may take beyond the round trips of a handshake, with TLS. */
const PATIENCE = 800
const ROUND_TRIPS = 4
/** How many attempts are given up so soon; and how long at most after what fell silent the next is made. */
const HASTY = 10
const HASTY_WAIT = 200
/** What an attempt may take beyond twice the time of a question; twice as much after each that was in vain. */
const SLACK = 300
/** After the network has changed, an open socket has so long to show that it is not dead. */
const PROOF = 1500

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
  /** When the attempt to connect was made. */
  #begun = 0
  /** Attempts in vain since the last that was not. */
  #vain = 0
  /** How many of them an answer to a question had overtaken. */
  #overtaken = 0
  /** The shortest of a ping, in milliseconds, as a busy page adds to it; unknown before the first. */
  #roundTrip = SILENCE
  /** An open socket has to be heard until then. */
  #doubted = Infinity
  #stop: (() => void) | undefined
  /** When the attempt under way is given up. */
  #due = Infinity
  #overdue: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    addEventListener('online', this.#doubt)
    this.#stop = connection.onanswer(this.#answered)
    document.addEventListener('visibilitychange', this.#look)
    this.#watch = setInterval(this.#look, LOOK)
    this.#connect()
  }

  close(): void {
    removeEventListener('online', this.#doubt)
    this.#stop?.()
    document.removeEventListener('visibilitychange', this.#look)
    clearInterval(this.#watch)
    clearTimeout(this.#again)
    clearTimeout(this.#overdue)
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
    clearTimeout(this.#overdue)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`)
    this.#socket = socket
    this.#heard = this.#begun = Date.now()
    this.#due = Infinity
    if (this.#vain < HASTY) this.#expect(PATIENCE + ROUND_TRIPS * this.#roundTrip)
    socket.onopen = () => {
      clearTimeout(this.#overdue)
      this.#heard = Date.now()
      this.#vain = this.#overtaken = 0
      this.send(this.listener.hello())
      this.#ping()
      this.listener.opened()
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = Date.now()
      this.#doubted = Infinity
      const event = JSON.parse(message.data) as LiveEvent
      if (event.event === 'pong') this.#roundTrip = Math.min(this.#roundTrip, this.#heard - this.#pinged)
      this.listener.hear(event)
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
    if (now - this.#heard > SILENCE || now > this.#doubted) {
      this.#lose()
      this.#connectIn(0, HASTY_WAIT)
      connection.silent()
    } else if (now - this.#pinged >= PING) this.#ping()
  }

  #lose = (): void => {
    this.#doubted = Infinity
    this.#drop()?.close()
    this.listener.lost()
    this.#connectIn(SHORTEST_WAIT, LONGEST_WAIT)
  }

  /** Connects again, not everybody at once. */
  #connectIn(shortest: number, longest: number): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(this.#connect, shortest + Math.random() * (longest - shortest))
  }

  /** Lets go of the socket: a dead one may take minutes to close. */
  #drop(): WebSocket | null {
    const socket = this.#socket
    this.#socket = null
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null
    return socket
  }

  /** The network has come back, perhaps another one: what is open may be dead. */
  #doubt = (): void => {
    if (!this.#socket) return this.#connect()
    if (!this.isOpen) return
    this.#ping()
    this.#doubted = Date.now() + PROOF
  }

  /** The server is there: connects now, unless an attempt is under way that is no older than the question. */
  #answered = (asked: number): void => {
    if (this.isOpen) return
    if (!this.#socket) return this.#connect()
    if (asked < this.#begun) return
    if (this.#expect(2 * (Date.now() - asked) + SLACK * 2 ** this.#overtaken)) this.#overtaken += 1
  }

  /** Gives up the attempt under way when it has taken so long, unless that happens sooner anyway. */
  #expect(patience: number): boolean {
    const due = this.#begun + patience
    if (patience > SILENCE || due >= this.#due) return false
    this.#due = due
    clearTimeout(this.#overdue)
    this.#overdue = setTimeout(this.#giveUp, Math.max(0, due - Date.now()))
    return true
  }

  #giveUp = (): void => {
    this.#vain += 1
    this.#drop()?.close()
    this.#connectIn(0, HASTY_WAIT)
  }
}
