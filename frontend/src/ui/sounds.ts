// Small sounds made on the spot: a knock of wood for a move, two tones for news. Nothing is loaded.
import { settings } from '../settings/settings.svelte'

let context: AudioContext | null = null

function ready(): AudioContext | null {
  // Browsers allow no sound before the visitor has touched the page.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

function tone(audio: AudioContext, from: number, to: number, start: number, length: number, volume: number): void {
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const begin = audio.currentTime + start
  oscillator.type = 'sine'
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length)
  gain.gain.setValueAtTime(volume, begin)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}

export type Sound = 'knock' | 'refuse' | 'news' | 'end'

export function sound(name: Sound): void {
  const audio = ready()
  if (!audio) return
  if (name === 'knock') {
    tone(audio, 320, 110, 0, 0.09, 0.3)
    tone(audio, 900, 300, 0, 0.03, 0.12)
  } else if (name === 'refuse') {
    tone(audio, 180, 140, 0, 0.12, 0.12)
  } else if (name === 'news') {
    tone(audio, 523, 523, 0, 0.15, 0.12)
    tone(audio, 659, 659, 0.12, 0.22, 0.12)
  } else {
    tone(audio, 392, 392, 0, 0.25, 0.14)
    tone(audio, 494, 494, 0.16, 0.3, 0.14)
    tone(audio, 587, 587, 0.32, 0.5, 0.14)
  }
}
