// The state between clicks: what has been clicked, what may follow, what was refused and why.
import { alarm } from '../ui/announcer.svelte'
import { ApiError } from '../net/api'
import { following, hexToken, lastHex, offered, press, spelled } from './clicks'
import type { Hex } from '../board/hex'
import { settings } from '../settings/settings.svelte'
import { sound } from '../ui/sounds'
import type { Reason, SpelledAction } from '../net/types'
import { t } from '../words/catalogue.svelte'

export interface Referee {
  actions(): readonly SpelledAction[]
  play(action: SpelledAction): Promise<Reason | null>
  why(clicks: readonly string[]): Promise<Reason | null>
}

const away = (): Reason => ({ rule: null, key: 'network', en: t('network.away'), fr: t('network.away') })

export class Clicker {
  clicked = $state.raw<readonly string[]>([])
  reason = $state.raw<Reason | null>(null)
  /** The hex whose click was refused last. */
  refused = $state<string | null>(null)
  /** An action that waits for its confirmation. */
  pending = $state.raw<SpelledAction | null>(null)

  constructor(private readonly referee: Referee) {}

  starts = $derived.by(() => offered(following(this.referee.actions(), [])))
  next = $derived.by(() => offered(following(this.referee.actions(), this.clicked)))

  /** Only a choice among faces or commands is left. */
  choosing = $derived.by(
    () =>
      this.clicked.length > 0 && this.next.hexes.size === 0 && this.next.faces.length + this.next.commands.length > 0,
  )

  async press(token: string): Promise<void> {
    if (this.pending) return
    this.forgive()
    const done = press(this.referee.actions(), this.clicked, token)
    if (done.kind === 'more') this.clicked = done.clicked
    else if (done.kind === 'cleared') this.cancel()
    else if (done.kind === 'play') await this.settle(done.action)
    else await this.refuse(done.clicked)
  }

  /** Asks before doing what a single click elsewhere than on a button would do. */
  propose(token: string): void {
    const action = spelled(this.referee.actions(), [token])
    if (!action) return
    this.forgive()
    this.clicked = action.clicks
    this.pending = action
  }

  hex(hex: Hex): Promise<void> {
    return this.press(hexToken(hex))
  }

  cancel(): void {
    this.clicked = []
    this.pending = null
    this.forgive()
  }

  async confirm(): Promise<void> {
    const action = this.pending
    this.pending = null
    if (action) await this.send(action)
  }

  private async settle(action: SpelledAction): Promise<void> {
    if (settings.confirm) {
      this.clicked = action.clicks
      this.pending = action
    } else {
      await this.send(action)
    }
  }

  private async send(action: SpelledAction): Promise<void> {
    this.clicked = []
    try {
      const reason = await this.referee.play(action)
      if (reason) this.show(reason, null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.show(error.reason ?? away(), null)
    }
  }

  private async refuse(clicks: readonly string[]): Promise<void> {
    const hex = lastHex(clicks.slice(-1))
    try {
      const reason = await this.referee.why(clicks)
      if (reason) this.show(reason, hex)
      else this.cancel()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.show(error.reason ?? away(), hex)
    }
  }

  private show(reason: Reason, hex: string | null): void {
    this.reason = reason
    this.refused = hex
    sound('refuse')
    alarm(reason[settings.language])
  }

  private forgive(): void {
    this.reason = null
    this.refused = null
  }
}
