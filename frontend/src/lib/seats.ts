// Seat tokens: the only secret. Whoever holds one plays that colour; no account.
import { recall, remember } from './store'
import type { Seats } from './types'

type Held = Record<string, { seats: Seats; at: number }>

const KEPT = 200

export function keepSeats(id: string, seats: Seats): void {
  const held = recall<Held>('seats', {})
  held[id] = { seats: { ...held[id]?.seats, ...seats }, at: Date.now() }
  const newest = Object.entries(held)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, KEPT)
  remember('seats', Object.fromEntries(newest))
}

export const seatsOf = (id: string): Seats => recall<Held>('seats', {})[id]?.seats ?? {}

/** The token to show: one seat's, or both joined when two people share this screen. */
export function bearer(id: string): string | null {
  const { w, b } = seatsOf(id)
  return [w, b].filter(Boolean).join(',') || null
}

/** The games in which this browser holds a seat, newest first. */
export const myGames = (): string[] =>
  Object.entries(recall<Held>('seats', {}))
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id]) => id)
