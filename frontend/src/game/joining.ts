// Taking the seat that an invitation gives. The request is kept until it is answered: should the answer get lost, the
// same request asks for it again, and nobody else has taken the seat meanwhile.
import { api } from '../net/api'
import { isUnanswered, newRequest, repeat } from '../net/requests'
import { readStored, writeStored } from '../settings/storage'
import { keepSeats } from './seats'

/** By the game, the request for a seat that has no answer yet, and the name it was made under. */
type PendingJoins = Record<string, { request: string; name: string }>

const STORED_AS = 'joining'

/** Takes the seat if it is free, or was taken by this browser; who comes too late is refused. */
export async function takeSeat(id: string, invite: string, name: string): Promise<void> {
  const { [id]: before, ...others } = readStored<PendingJoins>(STORED_AS, {})
  const pending = before ?? { request: newRequest(), name }
  writeStored(STORED_AS, { ...others, [id]: pending })
  try {
    const { seats } = await repeat(
      (request) => api.games.join(id, { invite, name: pending.name, request }),
      pending.request,
    )
    keepSeats(id, seats)
    writeStored(STORED_AS, others)
  } catch (error) {
    if (!isUnanswered(error)) writeStored(STORED_AS, others)
    throw error
  }
}
