// Forgetting a game: the player's name in it or, if nobody else sat there, all of it.
import { ApiError, api } from '../net/api'
import { repeat } from '../net/requests'
import { keptGames } from './kept-games'
import { dropSeats } from './seats'

/** A game that has gone, or where the seat is somebody else's by now, needs no forgetting. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error
}

export async function forgetGame(id: string): Promise<void> {
  await repeat((request) => api.own_games.forget(id, { request })).catch(unlessGone)
  dropSeats(id)
  await keptGames.drop(id)
}
