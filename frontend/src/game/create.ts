// A new game: made, its seats kept, and gone to.
import type { CreateGameRequest } from '../generated/messages'
import { api } from '../net/api'
import { go } from '../ui/router.svelte'
import { keepSeats } from './seats'

export async function createGame(request: CreateGameRequest): Promise<void> {
  const { id, seats } = await api.games.create(request)
  keepSeats(id, seats)
  go(`/game/${id}`)
}
