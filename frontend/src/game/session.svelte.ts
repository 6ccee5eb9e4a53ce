// One game followed live: the view as the server's events tell it, and every earlier position that has been shown.
import { ApiError, api } from '../net/api'
import { connection } from '../net/connection.svelte'
import { LiveSocket } from '../net/live-socket'
import { isUnanswered, newRequest } from '../net/requests'
import { keptGames } from './kept-games'
import { agree } from './moves'
import { bearer, keepSeats } from './seats'
import { readUnsent, writeUnsent } from './unsent'
import type {
  Frame,
  GiveName,
  LiveEvent,
  MakeOffer,
  Offer,
  Play,
  ReasonView,
  RefusalResponse,
  UpdateEvent,
  View,
} from '../generated/messages'

const SEND_AGAIN = 1000
const VIEW_WAIT = 1000
/** Milliseconds for which news are gathered before the game is kept on the device. */
const KEEP_WAIT = 200
/** Refusals after which asking again is of no use. */
const FINAL = ['no_game', 'private', 'cancelled']

/** Nothing has been seen of the game yet. */
const UNKNOWN = -1

type Change = (Play | MakeOffer | GiveName) & { request: string }

/** A change that the server has not answered yet. */
interface Pending {
  change: Change
  resolve: (seq: number) => void
  reject: (error: ApiError) => void
}

export class GameSession {
  view = $state.raw<View | null>(null)
  /** frames[k] is the position after k actions, where it is known. */
  frames = $state.raw<(Frame | undefined)[]>([])
  /** Why there is nothing to see: no such game, a private one, an invitation that was withdrawn. */
  refusal = $state.raw<ReasonView | null>(null)
  /** An action is on its way, and the view does not show it yet: the view may come before the answer does. */
  sending = $derived.by(() => this.#sent === UNKNOWN || this.#sent === this.view?.moves.length)
  /** An action that waits for the network; it is sent again, with the same id, until the server answers. */
  unsent = $state<string | null>(null)
  /** This machine's time minus the server's, in seconds. */
  offset = 0

  #socket: LiveSocket
  /** How many actions there were when one was sent that is not answered yet. */
  #sent = $state<number | null>(null)
  #pinged = false
  #filling = false
  /** What is shown is what this device had kept: the server has not said anything yet. */
  #restored = false
  #keeping: ReturnType<typeof setTimeout> | undefined
  #reached: { seq: number; resolve: () => void }[] = []
  #pending = new Map<string, Pending>()

  constructor(
    readonly id: string,
    private readonly changed: (view: View, before: View | null) => void,
    /** An action that had waited since an earlier visit was refused. */
    private readonly refused: (reason: ReasonView) => void = () => undefined,
  ) {
    this.#socket = new LiveSocket(`/api/games/${id}/live`, {
      hello: () => ({ do: 'hello', seats: bearer(id) ?? '', after: this.#restored ? null : (this.view?.seq ?? null) }),
      hear: (event) => this.#hear(event),
      opened: this.#opened,
      lost: this.#lost,
    })
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#showPresence)
    this.#socket.open()
    const waiting = readUnsent(this.id)
    if (waiting) void this.#play(waiting).then((reason) => reason && this.refused(reason))
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#showPresence)
    clearTimeout(this.#keeping)
    this.#socket.close()
  }

  /** Sends an action; answers the reason if it is refused. */
  act(action: string): Promise<ReasonView | null> {
    if (!this.view) return Promise.resolve(null)
    return this.#play({ do: 'play', seq: this.view.seq, action, request: newRequest() })
  }

  async #play(play: Play & { request: string }): Promise<ReasonView | null> {
    this.#sent = this.view?.moves.length ?? UNKNOWN
    writeUnsent(this.id, play)
    if (!this.#socket.isOpen) this.unsent = play.action
    try {
      await this.#reach(await this.#ask(play))
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.body.error === 'stale') void this.refresh().catch(() => undefined)
      return error.reason
    } finally {
      this.#sent = null
      this.unsent = null
      writeUnsent(this.id, null)
    }
  }

  async why(clicks: readonly string[]): Promise<ReasonView | null> {
    return (await api.games.why(this.id, { clicks })).reason
  }

  async offer(offer: Offer, answer: boolean | null = null): Promise<void> {
    await this.#change({ do: 'offer', seq: this.#seq, offer, answer, request: newRequest() })
  }

  async name(name: string): Promise<void> {
    await this.#change({ do: 'name', name, request: newRequest() })
  }

  async refresh(): Promise<void> {
    this.#take(await api.games.look(this.id))
  }

  /** Asks for a change now, or not at all. */
  async #change(change: Change): Promise<void> {
    if (!this.#socket.isOpen) throw new ApiError(0, { error: 'network' })
    await this.#reach(await this.#ask(change))
  }

  /** Sends a change, again after every lost connection, until it is answered. */
  #ask(change: Change): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#pending.set(change.request, { change, resolve, reject })
      this.#socket.send(change)
    })
  }

  /** Waits until a log entry is in the view: the socket brings it; where that is slow or gone, it is fetched. */
  async #reach(seq: number): Promise<void> {
    if (this.#socket.isOpen && this.#seq < seq) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, VIEW_WAIT)
        this.#reached.push({ seq, resolve: () => (clearTimeout(timer), resolve()) })
      })
    }
    if (this.#seq < seq) await this.refresh()
  }

  get #seq(): number {
    return this.view?.seq ?? -1
  }

  #opened = (): void => {
    connection.found()
    this.#showPresence()
    for (const { change } of this.#pending.values()) this.#socket.send(change)
  }

  #lost = (): void => {
    connection.lost()
    for (const { change } of this.#pending.values()) if (change.do === 'play') this.unsent = change.action
    if (!this.view || this.#restored) void this.refresh().catch(this.#restore) // where sockets are shut, HTTP may not be
  }

  /** Shows the game as it stood when it was last looked at here, until the server is there again. */
  #restore = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError && error.status === 0)) return
    const kept = await keptGames.get(this.id)
    if (!kept || this.view) return
    this.#restored = true
    this.frames = kept.frames
    this.view = kept.view
    this.offset = Date.now() / 1000 - kept.view.now
  }

  #keepSoon(): void {
    this.#keeping ??= setTimeout(() => {
      this.#keeping = undefined
      const { id, view, frames } = this
      if (view) void keptGames.put({ id, view, frames })
    }, KEEP_WAIT)
  }

  #showPresence = (): void => {
    this.#socket.send({ do: 'presence', visible: !document.hidden })
  }

  #hear(event: LiveEvent): void {
    switch (event.event) {
      case 'view':
        return this.#take(event.view)
      case 'update':
        return this.#update(event)
      case 'presence': {
        const { event: _, ...told } = event
        if (this.view) this.view = { ...this.view, ...told }
        return
      }
      case 'pong':
        this.#pinged = true
        this.offset = Date.now() / 1000 - event.now
        return
      case 'done':
        return this.#settle(event.request, (pending) => pending.resolve(event.seq))
      case 'refused':
        return this.#refuse(event.refusal, event.request ?? null)
    }
  }

  #update({ event: _, moves_from, moves, ...standing }: UpdateEvent): void {
    const before = this.view
    if (before) this.#take({ ...before, ...standing, moves: [...before.moves.slice(0, moves_from), ...moves] })
  }

  #refuse(refusal: RefusalResponse, request: string | null): void {
    if (!request) {
      if (FINAL.includes(refusal.error)) {
        this.refusal = refusal.reason
        this.close()
        void keptGames.drop(this.id)
      }
      return
    }
    const error = new ApiError(409, refusal)
    const pending = this.#pending.get(request)
    if (pending && isUnanswered(error)) setTimeout(() => this.#socket.send(pending.change), SEND_AGAIN)
    else this.#settle(request, ({ reject }) => reject(error))
  }

  #settle(request: string | null, answer: (pending: Pending) => void): void {
    const pending = request && this.#pending.get(request)
    if (!pending) return
    this.#pending.delete(request)
    answer(pending)
  }

  #take(view: View): void {
    const before = this.view
    if (before && view.seq < before.seq && !this.#restored) return
    this.#restored = false
    if (!this.#pinged) this.offset = Date.now() / 1000 - view.now
    const same = before ? agree(before.moves, view.moves) : 0
    const frames = this.frames.slice(0, same + 1)
    frames[view.moves.length] = view
    this.frames = frames
    this.view = view
    if (view.next) keepSeats(view.next.id, view.next.seats)
    if (!before || view.seq !== before.seq) this.changed(view, before)
    for (const one of this.#reached) if (one.seq <= view.seq) one.resolve()
    this.#reached = this.#reached.filter((one) => one.seq > view.seq)
    this.#keepSoon()
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
    this.#keepSoon()
  }
}
