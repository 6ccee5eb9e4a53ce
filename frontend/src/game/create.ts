// A new game: made, its seats kept, and gone to.
import type { CreateGameRequest } from '../generated/messages'
import { api } from '../net/api'
import { repeat } from '../net/requests'
import { go } from '../ui/router.svelte'
import { keepSeats } from './seats'

export async function createGame(game: CreateGameRequest): Promise<void> {
  const { id, seats } = await repeat((request) => api.games.create({ ...game, request }))
  keepSeats(id, seats)
  go(`/game/${id}`)
}
