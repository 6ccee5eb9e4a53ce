// Small sounds made on the spot; nothing is loaded. Each is a few tones, told apart by pitch, length and number.
import type { LastAction } from '../generated/messages'
import { settings } from '../settings/settings.svelte'

let context: AudioContext | null = null

function ready(): AudioContext | null {
  // Browsers allow no sound before the visitor has touched the page.
  if (!settings.sound || settings.volume === 0 || !navigator.userActivation.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

const whenIdle = (work: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200)

/** Making the context takes a browser some 50 ms: it is done when nothing moves, not with the first sound. */
export function prepareSounds(): () => void {
  const prepare = (): void => void whenIdle(ready)
  if (navigator.userActivation.hasBeenActive) prepare()
  const touches = ['pointerup', 'keyup'] as const
  for (const touch of touches) addEventListener(touch, prepare, { once: true })
  return () => touches.forEach((touch) => removeEventListener(touch, prepare))
}

/** From one pitch to another, in hertz; when it begins and how long it lasts, in seconds; how loud. */
type Tone = [from: number, to: number, start: number, length: number, volume: number]

const SOUNDS = {
  /** A tile is set down: wood on wood. */
  place: [
    [320, 110, 0, 0.09, 0.3],
    [900, 300, 0, 0.03, 0.12],
  ],
  /** A tile slides: softer, lower, twice. */
  move: [
    [210, 150, 0, 0.07, 0.16],
    [250, 120, 0.09, 0.08, 0.24],
  ],
  kill: [
    [520, 70, 0, 0.28, 0.3],
    [1400, 200, 0, 0.06, 0.16],
    [95, 50, 0.12, 0.3, 0.3],
  ],
  low: [
    [988, 988, 0, 0.07, 0.16],
    [988, 988, 0.16, 0.07, 0.16],
  ],
  refuse: [[180, 140, 0, 0.12, 0.12]],
  news: [
    [523, 523, 0, 0.15, 0.12],
    [659, 659, 0.12, 0.22, 0.12],
  ],
  end: [
    [392, 392, 0, 0.25, 0.14],
    [494, 494, 0.16, 0.3, 0.14],
    [587, 587, 0.32, 0.5, 0.14],
  ],
} satisfies Record<string, Tone[]>

export type Sound = keyof typeof SOUNDS

function play(audio: AudioContext, [from, to, start, length, volume]: Tone): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const begin = audio.currentTime + start
  oscillator.type = 'sine'
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length)
  gain.gain.setValueAtTime((volume * settings.volume) / LOUDEST, begin)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}

/** The volume is a whole number up to this. */
export const LOUDEST = 10

export function sound(name: Sound): void {
  const audio = ready()
  if (audio) for (const tone of SOUNDS[name]) play(audio, tone as Tone)
}

/** The sound of an action. */
export const soundOf = (last: Pick<LastAction, 'kind'> | null | undefined): Sound =>
  last?.kind === 'kill' || last?.kind === 'sting' ? 'kill' : last?.kind === 'place' ? 'place' : 'move'
