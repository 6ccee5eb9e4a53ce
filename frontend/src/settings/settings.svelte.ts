// What a visitor prefers, kept in this browser only.
import { PIECE_SETS, THEMES } from '../generated/facts'
import { readStored, whenStored, writeStored } from './storage'
import { LANGUAGES, matchLanguage } from '../words/languages'

type Theme = (typeof THEMES)[number]
type PieceSet = (typeof PIECE_SETS)[number]

interface Preferences {
  language: string
  /** `auto`: what the system says. */
  theme: Theme | 'auto'
  pieces: PieceSet
  motion: 'auto' | 'less'
  sound: boolean
  /** From 0 to 10. */
  volume: number
  confirm: boolean
  notation: boolean
  /** Written on the free hexes around the hive and on stacks. */
  coordinates: boolean
  /** Royals that one action would take are marked. */
  threats: boolean
  name: string
}

const first: Preferences = {
  language: matchLanguage(navigator.languages),
  theme: 'auto',
  pieces: PIECE_SETS[0],
  motion: 'auto',
  sound: true,
  volume: 7,
  confirm: false,
  notation: false,
  coordinates: false,
  threats: true,
  name: '',
}

function kept(): Preferences {
  const found = { ...first, ...readStored<Partial<Preferences>>('settings', {}) }
  if (!LANGUAGES.includes(found.language)) found.language = first.language
  if (!PIECE_SETS.includes(found.pieces)) found.pieces = first.pieces
  return found
}

export const settings: Preferences = $state(kept())

const night = matchMedia('(prefers-color-scheme: dark)')
const looks = $state({ dark: night.matches })
night.addEventListener('change', () => (looks.dark = night.matches))

/** The colours that hold now. */
export const shownTheme = (): Theme => (settings.theme !== 'auto' ? settings.theme : looks.dark ? 'dark' : 'light')

/** Keeps the settings, and tells the document which language and theme hold. To be called once, in a component. */
export function keepSettings(): void {
  // What is changed in another window holds in all: or the next change here would undo it.
  $effect(() => whenStored('settings', () => Object.assign(settings, kept())))
  $effect(() => {
    writeStored('settings', $state.snapshot(settings))
    const root = document.documentElement
    root.lang = settings.language
    root.dataset['theme'] = shownTheme()
    root.dataset['pieces'] = settings.pieces
    root.dataset['motion'] = settings.motion
  })
}

const still = matchMedia('(prefers-reduced-motion: reduce)')

export const calm = (): boolean => settings.motion === 'less' || still.matches
