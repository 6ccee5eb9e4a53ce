// Taking the seat that an invitation gives. The request is kept until it is answered: should the answer get lost, the
// same request asks for it again, and nobody else has taken the seat meanwhile.
import { api } from '../net/api'
import { isUnanswered, newRequest, repeat } from '../net/requests'
import { readStored, writeStored } from '../settings/storage'
import { keepSeats } from './seats'

type Asked = Record<string, { request: string; name: string }>

const STORED_AS = 'joining'

/** Takes the seat if it is free, or was taken by this browser; who comes too late is refused. */
export async function takeSeat(id: string, invite: string, name: string): Promise<void> {
  const { [id]: before, ...others } = readStored<Asked>(STORED_AS, {})
  const asked = before ?? { request: newRequest(), name }
  writeStored(STORED_AS, { ...others, [id]: asked })
  try {
    const { seats } = await repeat(
      (request) => api.games.join(id, { invite, name: asked.name, request }),
      asked.request,
    )
    keepSeats(id, seats)
    writeStored(STORED_AS, others)
  } catch (error) {
    if (!isUnanswered(error)) writeStored(STORED_AS, others)
    throw error
  }
}
