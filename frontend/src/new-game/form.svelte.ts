// What the form of a new game holds, kept in this browser for the next one, and the request that it makes.
import { MIXED, compose, decompose, piecesEach, type OptionName, type Ticks } from '../game/game-type'
import { MOST_ALIKE, MOST_EACH, OPTIONS, PRESETS } from '../generated/facts'
import type { CreateGameRequest, Options, Side } from '../generated/messages'
import { readStored, writeStored } from '../settings/storage'
import { bugName, t } from '../words/catalogue.svelte'

export interface Choices {
  type: string
  options: Record<OptionName, string>
  opponent: 'machine' | 'screen' | 'friend'
  level: number
  colour: Side | 'random'
  /** Of a game by link: whether anybody may watch it. */
  public: boolean
  clock: 'none' | 'real' | 'days'
  minutes: number
  increment: number
  days: number
}

const USUAL = Object.fromEntries(Object.entries(OPTIONS).map(([name, [usual]]) => [name, usual])) as Choices['options']

/** What a newcomer gets; later it is what was chosen last. */
export const NEWCOMER: Choices = {
  type: PRESETS[0].type,
  options: USUAL,
  opponent: 'machine',
  level: 1,
  colour: 'w',
  public: false,
  clock: 'none',
  minutes: 10,
  increment: 5,
  days: 3,
}

/** Where the browser keeps the choices; a new name would forget those of earlier versions. */
const STORED_AS = 'wish'

/** What is kept there; earlier versions kept each option by itself. */
type Stored = Partial<Omit<Choices, 'options'>> & {
  options?: Partial<Choices['options']>
  queenOpening?: string
  repetition?: string
  waspReach?: string
}

function restored({ options, queenOpening, repetition, waspReach, ...others }: Stored): Choices {
  const [queen_opening, wasp_reach] = [queenOpening, waspReach]
  const earlier = Object.entries({ queen_opening, repetition, wasp_reach }).filter(([, value]) => value)
  return { ...NEWCOMER, ...others, options: { ...USUAL, ...Object.fromEntries(earlier), ...options } }
}

export class NewGameForm {
  readonly choices: Choices
  /** The game type taken apart, as it is ticked. */
  readonly ticks: Ticks

  /** The key of the preset that is chosen; empty for an own mix. */
  preset = $derived.by(() => {
    const { type, options } = this.choices
    return PRESETS.find((one) => one.type === type && one.queen_opening === options.queen_opening)?.key ?? ''
  })
  pieces = $derived.by(() => piecesEach(this.ticks))
  /** What is too much of an own mix, for the player; empty if nothing is. */
  problem = $derived.by(() => {
    const much = MIXED.find(({ letter }) => !this.ticks.venom && (this.ticks.mix[letter] ?? 0) > MOST_ALIKE)
    if (much)
      return t('new.too_many_alike', { bug: bugName(much.bug), most: MOST_ALIKE, n: this.ticks.mix[much.letter]! })
    return this.pieces > MOST_EACH ? t('new.too_many', { n: this.pieces, most: MOST_EACH }) : ''
  })

  /** Begins with some choices; if none are given, with those of the last game. */
  constructor(start: Stored = readStored<Stored>(STORED_AS, {})) {
    this.choices = $state(restored(start))
    this.ticks = $state(decompose(this.choices.type))
  }

  /** Puts the ticks together; to be called once, in a component. */
  compose(): void {
    $effect(() => {
      this.choices.type = compose(this.ticks)
    })
  }

  /** Puts the ticks together and remembers all of it; to be called once, in a component. */
  keep(): void {
    this.compose()
    $effect(() => writeStored(STORED_AS, $state.snapshot(this.choices)))
  }

  choosePreset({ type, queen_opening }: (typeof PRESETS)[number]): void {
    Object.assign(this.ticks, decompose(type))
    this.choices.options.queen_opening = queen_opening
  }

  request(name: string): CreateGameRequest {
    return requestFor(this.choices, name)
  }
}

export function requestFor(choices: Choices, name: string): CreateGameRequest {
  const { type, options, opponent, level, colour } = choices
  return {
    type,
    options: { ...options } as Options,
    opponent: opponent === 'machine' ? { kind: 'machine', level } : { kind: opponent },
    colour,
    clock: clockOf(choices),
    name,
    public: opponent === 'friend' ? choices.public : null,
  }
}

function clockOf({ clock, minutes, increment, days }: Choices): CreateGameRequest['clock'] {
  if (clock === 'real') return { kind: 'real', seconds: Math.round(minutes * 60), increment }
  return clock === 'days' ? { kind: 'days', days } : null
}
