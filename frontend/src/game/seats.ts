// Seat tokens: the only secret. Whoever holds one plays that colour; no account.
import { readStored, writeStored } from '../settings/storage'
import type { JoinResponse } from '../generated/messages'

/** `over`: the game was found to be over, or gone. */
type Seats = JoinResponse['seats']
type Held = Record<string, { seats: Seats; at: number; over?: boolean }>

const KEPT = 200

export function keepSeats(id: string, seats: Seats): void {
  const held = readStored<Held>('seats', {})
  held[id] = { ...held[id], seats: { ...held[id]?.seats, ...seats }, at: Date.now() }
  const newest = Object.entries(held)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, KEPT)
  writeStored('seats', Object.fromEntries(newest))
}

export const seatsOf = (id: string): Seats => readStored<Held>('seats', {})[id]?.seats ?? {}

/** The token to show: one seat's, or both joined when two people share this screen. */
export function bearer(id: string): string | null {
  const { w, b } = seatsOf(id)
  return [w, b].filter(Boolean).join(',') || null
}

export function markOver(id: string): void {
  const held = readStored<Held>('seats', {})
  if (!held[id]) return
  held[id].over = true
  writeStored('seats', held)
}

/** Forgets a seat: whoever wants it back needs its token. */
export function dropSeats(id: string): void {
  const { [id]: _, ...others } = readStored<Held>('seats', {})
  writeStored('seats', others)
}

/** The games in which this browser holds a seat, newest first. */
export const myGames = (): string[] => newestFirst(() => true)

/** Those of them that may still go on. */
export const openGames = (): string[] => newestFirst(({ over }) => !over)

const newestFirst = (wanted: (one: Held[string]) => boolean): string[] =>
  Object.entries(readStored<Held>('seats', {}))
    .filter(([, one]) => wanted(one))
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id]) => id)
