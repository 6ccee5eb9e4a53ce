// What the form of a new game holds, kept in this browser for the next one, and the request that it makes.
import { compose, decompose, type Ticks } from '../game/game-type'
import { PRESETS } from '../generated/facts'
import type { CreateGameRequest, Side } from '../generated/messages'
import { readStored, writeStored } from '../settings/storage'

export interface Choices {
  type: string
  queenOpening: 'allowed' | 'forbidden'
  repetition: 'draw' | 'off'
  waspReach: 'any' | 'adjacent'
  opponent: 'machine' | 'screen' | 'friend'
  level: number
  colour: Side | 'random'
  clock: 'none' | 'real' | 'days'
  minutes: number
  increment: number
  days: number
}

const FIRST: Choices = {
  type: 'Base+MLP',
  queenOpening: 'allowed',
  repetition: 'draw',
  waspReach: 'any',
  opponent: 'machine',
  level: 3,
  colour: 'random',
  clock: 'none',
  minutes: 10,
  increment: 5,
  days: 3,
}

/** Where the browser keeps the choices; a new name would forget those of earlier versions. */
const STORED_AS = 'wish'

export class NewGameForm {
  readonly choices = $state<Choices>({ ...FIRST, ...readStored<Partial<Choices>>(STORED_AS, {}) })
  /** The game type taken apart, as it is ticked. */
  readonly ticks = $state<Ticks>(decompose(this.choices.type))

  /** The key of the preset that is chosen; empty for an own mix. */
  preset = $derived.by(() => PRESETS.find(({ type }) => type === this.choices.type)?.key ?? '')

  /** Puts the ticks together and remembers all of it; to be called once, in a component. */
  keep(): void {
    $effect(() => {
      this.choices.type = compose(this.ticks)
    })
    $effect(() => writeStored(STORED_AS, $state.snapshot(this.choices)))
  }

  choosePreset(type: string): void {
    Object.assign(this.ticks, decompose(type))
  }

  request(name: string): CreateGameRequest {
    const { type, queenOpening, repetition, waspReach, opponent, level, colour } = this.choices
    return {
      type,
      options: { queen_opening: queenOpening, repetition, wasp_reach: waspReach },
      opponent: opponent === 'machine' ? { kind: 'machine', level } : { kind: opponent },
      colour,
      clock: this.#clock(),
      name,
    }
  }

  #clock(): CreateGameRequest['clock'] {
    const { clock, minutes, increment, days } = this.choices
    if (clock === 'real') return { kind: 'real', seconds: Math.round(minutes * 60), increment }
    return clock === 'days' ? { kind: 'days', days } : null
  }
}
