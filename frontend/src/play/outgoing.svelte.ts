// What was played and is not answered yet: it is shown as if it had been taken. If it is refused, the piece is where
// it was.
import type { Frame, ReasonView, SpelledAction, View } from '../generated/messages'
import { anticipate } from './optimistic'

/** Where an action is played, and who takes it. */
export interface Desk {
  view(): View
  /** An earlier position is looked at: nothing that is on its way is shown there. */
  isBack(): boolean
  /** An action, in notation, that the network has not taken yet: from before a reload, or without a connection. */
  unsent(): string | null
  send(action: SpelledAction): Promise<ReasonView | null>
}

export class Outgoing {
  /** What was played here, and the number of the position it was played in. */
  #sent = $state.raw<{ action: SpelledAction; seq: number; dragged: boolean } | null>(null)

  constructor(private readonly desk: Desk) {}

  /** The action that waits for its answer. */
  action = $derived.by<SpelledAction | null>(() => {
    const { seq, actions } = this.desk.view()
    if (this.#sent?.seq === seq) return this.#sent.action
    const unsent = this.desk.unsent()
    return actions.find(({ text }) => text === unsent) ?? null
  })
  /** The position as it will probably be, and the hex of the piece that is on its way; null if it cannot be told. */
  ahead = $derived.by<{ frame: Frame; hex: string } | null>(() =>
    this.action && !this.desk.isBack() ? anticipate(this.desk.view(), this.action) : null,
  )

  /** It was put there by dragging. */
  get dragged(): boolean {
    return this.#sent?.dragged ?? false
  }

  async play(action: SpelledAction, dragged: boolean): Promise<ReasonView | null> {
    this.#sent = { action, seq: this.desk.view().seq, dragged }
    try {
      return await this.desk.send(action)
    } finally {
      this.#sent = null
    }
  }
}
