// One game followed live: the view as the server last sent it, and every earlier position that has been shown.
import { ApiError, api } from '../net/api'
import { connection } from '../net/connection.svelte'
import { agree } from './moves'
import { bearer, keepSeats } from './seats'
import type { Frame, LiveEvent, Offer, ReasonView, View } from '../generated/messages'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000
const SEND_AGAIN = 2000
const VIEW_WAIT = 1000

export class GameSession {
  view = $state.raw<View | null>(null)
  /** frames[k] is the position after k actions, where it is known. */
  frames = $state.raw<(Frame | undefined)[]>([])
  missing = $state(false)
  sending = $state(false)
  /** An action that the network swallowed; it is sent again until the server answers. */
  unsent = $state<string | null>(null)
  /** This machine's time minus the server's, in seconds. */
  offset = 0

  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #filling = false
  #waiting: { seq: number; resolve: () => void }[] = []
  #resend: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly id: string,
    private readonly changed: (view: View, before: View | null) => void,
  ) {}

  async open(): Promise<void> {
    try {
      this.#take(await api.games.look(this.id))
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) {
        this.missing = true
        return
      }
    }
    addEventListener('online', this.#hurry)
    this.#connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#resend)
    removeEventListener('online', this.#hurry)
    this.#socket?.close()
  }

  /** Sends an action; answers the reason if it is refused. */
  act(action: string): Promise<ReasonView | null> {
    return this.view ? this.#send(this.view.seq, action) : Promise.resolve(null)
  }

  async #send(seq: number, action: string): Promise<ReasonView | null> {
    this.sending = true
    this.unsent = null
    try {
      await this.#reach((await api.games.act(this.id, { seq, action })).seq)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.body.error === 'stale') void this.refresh().catch(() => undefined)
      if (error.status === 0) {
        // The number makes this harmless: if the action did arrive, the answer is that it is stale.
        this.unsent = action
        this.#resend = setTimeout(() => void this.#send(seq, action), SEND_AGAIN)
      }
      return error.reason
    } finally {
      this.sending = false
    }
  }

  async why(clicks: readonly string[]): Promise<ReasonView | null> {
    return (await api.games.why(this.id, { clicks })).reason
  }

  async offer(offer: Offer, answer: boolean | null = null): Promise<void> {
    await this.#reach((await api.games.offer(this.id, { offer, answer })).seq)
  }

  async name(name: string): Promise<void> {
    await this.#reach((await api.games.name(this.id, { name })).seq)
  }

  async refresh(): Promise<void> {
    this.#take(await api.games.look(this.id))
  }

  /** Waits until a log entry is in the view: the socket brings it; where that is slow or gone, it is fetched. */
  async #reach(seq: number): Promise<void> {
    if (this.#socket?.readyState === WebSocket.OPEN && this.#seq < seq) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, VIEW_WAIT)
        this.#waiting.push({ seq, resolve: () => (clearTimeout(timer), resolve()) })
      })
    }
    if (this.#seq < seq) await this.refresh()
  }

  get #seq(): number {
    return this.view?.seq ?? -1
  }

  #take(view: View): void {
    const before = this.view
    if (before && view.seq < before.seq) return
    this.offset = Date.now() / 1000 - view.now
    const same = before ? agree(before.moves, view.moves) : 0
    const frames = this.frames.slice(0, same + 1)
    frames[view.moves.length] = view
    this.frames = frames
    this.view = view
    if (view.next) keepSeats(view.next.id, view.next.seats)
    if (!before || view.seq !== before.seq) this.changed(view, before)
    for (const one of this.#waiting) if (one.seq <= view.seq) one.resolve()
    this.#waiting = this.#waiting.filter((one) => one.seq > view.seq)
    void this.#fillFrames().catch(() => undefined) // the next view brings another try
  }

  /** Loads what is missing of the way here. */
  async #fillFrames(): Promise<void> {
    if (this.#filling || !this.frames.includes(undefined)) return
    this.#filling = true
    const { frames } = await api.games.frames(this.id).finally(() => (this.#filling = false))
    this.frames = Array.from(
      { length: Math.max(frames.length, this.frames.length) },
      (_, i) => this.frames[i] ?? frames[i],
    )
  }

  #hurry = (): void => {
    if (this.#socket) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #connect(): void {
    if (this.#closed) return
    const seat = bearer(this.id)
    const query = seat ? `?${new URLSearchParams({ seat })}` : ''
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live${query}`)
    this.#socket = socket
    socket.onopen = () => {
      this.#wait = FIRST_WAIT
      connection.found()
    }
    socket.onmessage = (message: MessageEvent<string>) => this.#hear(JSON.parse(message.data) as LiveEvent)
    socket.onclose = () => {
      this.#socket = null
      if (this.#closed) return
      connection.lost()
      this.#timer = setTimeout(() => this.#connect(), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2)
    }
  }

  #hear(event: LiveEvent): void {
    if (event.event === 'view') this.#take(event.view)
  }
}
