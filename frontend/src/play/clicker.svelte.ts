// The state between clicks: what has been clicked, what may follow, what was refused and why.
import { tick } from 'svelte'
import { ApiError } from '../net/api'
import type { ReasonView, SpelledAction } from '../generated/messages'
import { FACE, HEX, after, aimsOf, following, lastHex, matching, offered, press, spelled } from './clicks'

/** Who knows what may be played, and does it. */
export interface Referee {
  actions(): readonly SpelledAction[]
  /** Plays an action; answers the reason if it is refused. */
  play(action: SpelledAction): Promise<ReasonView | null>
  why(clicks: readonly string[]): Promise<ReasonView | null>
  /** Is the player to confirm an action before it is sent? */
  confirms(action: SpelledAction): boolean
  /** Ends when it is known what may be played, or that nobody can say; null if nothing is on its way. */
  coming?(): Promise<unknown> | null
  /** The reason to show when there was no answer. */
  unreachable(): ReasonView
  /** Something was refused. */
  refused(reason: ReasonView): void
}

export class Clicker {
  clicked = $state.raw<readonly string[]>([])
  reason = $state.raw<ReasonView | null>(null)
  /** The hex whose click was refused last. */
  refused = $state<string | null>(null)
  /** An action that waits for its confirmation. */
  pending = $state.raw<SpelledAction | null>(null)
  /** Grows with every click: an answer that was overtaken by another click is not heard. */
  #clicks = 0
  /** Grows when what was begun is forgotten: clicks that still wait to count are forgotten with it. */
  #cancelled = 0

  constructor(private readonly referee: Referee) {}

  starts = $derived.by(() => offered(following(this.referee.actions(), [])))
  next = $derived.by(() => this.#after(this.clicked))
  /** The faces that the piece in hand may show, and the one that it will. */
  faces = $derived.by(() => this.#after(this.clicked.slice(0, 1)).faces)
  face = $derived.by(() => after(FACE, this.clicked[1]))

  /** What the hexes that may follow are for. */
  aims = $derived.by(() => aimsOf(this.referee.actions(), this.clicked))

  /** Only a choice among commands is left. */
  choosing = $derived.by(() => this.clicked.length > 0 && this.next.hexes.size === 0 && this.next.commands.length > 0)
  /** Some hexes that may follow are those of pieces to act on, and not the end. */
  acts = $derived.by(() =>
    matching(this.referee.actions(), this.clicked).some(({ clicks }) =>
      clicks[this.clicked.length + 1]?.startsWith(HEX),
    ),
  )

  #after(clicked: readonly string[]): ReturnType<typeof offered> {
    return clicked.length ? offered(following(this.referee.actions(), clicked)) : this.starts
  }

  /** It is not known yet what may be played here: a click can be neither taken nor refused. */
  get waits(): boolean {
    return Boolean(this.referee.coming?.())
  }

  /** Waits until it is known what may be played; answers whether the same position is still in view then. */
  async known(): Promise<boolean> {
    const now = this.#cancelled
    await this.referee.coming?.()?.catch(() => undefined)
    await tick() // another position takes back what was begun in this one
    return this.#cancelled === now
  }

  async press(token: string): Promise<void> {
    if (this.waits && !(await this.known())) return
    if (this.pending) return
    this.#clicks += 1
    this.#forgive()
    const done = press(this.referee.actions(), this.clicked, token)
    if (done.kind === 'more') this.clicked = done.clicked
    else if (done.kind === 'cleared') this.cancel()
    else if (done.kind === 'refused') await this.#askWhy(done.clicked)
    else if (this.referee.confirms(done.action)) this.#hold(done.action)
    else await this.#send(done.action)
  }

  /** Asks before doing what a single click elsewhere than on a button would do. */
  propose(token: string): void {
    const action = spelled(this.referee.actions(), [token])
    if (!action) return
    this.#forgive()
    this.#hold(action)
  }

  cancel(): void {
    this.#clicks += 1
    this.#cancelled += 1
    if (this.clicked.length) this.clicked = [] // an empty list in place of another would have the whole board looked at
    this.pending = null
    this.#forgive()
  }

  async confirm(): Promise<void> {
    const action = this.pending
    this.pending = null
    if (action) await this.#send(action)
  }

  /** Shows why something was refused that was not clicked here. */
  refuse(reason: ReasonView): void {
    this.cancel()
    this.#show(reason, null)
  }

  #hold(action: SpelledAction): void {
    this.clicked = action.clicks
    this.pending = action
  }

  async #send(action: SpelledAction): Promise<void> {
    this.clicked = []
    const reason = await this.#ask(() => this.referee.play(action))
    if (reason) this.#show(reason, null)
  }

  async #askWhy(clicks: readonly string[]): Promise<void> {
    const now = this.#clicks
    const reason = await this.#ask(() => this.referee.why(clicks))
    if (this.#clicks !== now) return
    if (reason) this.#show(reason, lastHex(clicks.slice(-1)))
    else this.cancel()
  }

  async #ask(question: () => Promise<ReasonView | null>): Promise<ReasonView | null> {
    try {
      return await question()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.reason ?? this.referee.unreachable()
    }
  }

  #show(reason: ReasonView, hex: string | null): void {
    this.reason = reason
    this.refused = hex
    this.referee.refused(reason)
  }

  #forgive(): void {
    this.reason = null
    this.refused = null
  }
}
