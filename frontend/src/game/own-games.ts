// The visitor's games that go on: which of them are listed, and in which order.
import { ApiError, api } from '../net/api'
import type { View } from '../generated/messages'
import { keptGames } from './kept-games'
import { markOver, openGames } from './seats'

const MOST = 8
/** How many are asked for at a time, until enough are found. */
const AT_ONCE = 8

/** An action was played, beyond those the game was made with. */
export const hasBegun = ({ moves, opening }: View): boolean => moves.length > opening

/** Nobody else sits there: it can be discarded, and concerns nobody before it has begun. */
export const isAlone = ({ you, players }: View): boolean =>
  you === 'both' || (you !== null && players?.[you === 'w' ? 'b' : 'w'].kind === 'machine')

export const isYours = (view: View): boolean => hasBegun(view) && (view.you === view.colour || !!view.choose)

const urgency = (view: View): number => (isYours(view) ? 0 : view.you === 'both' ? 1 : 2)

/** Games that go on, and those with a friend that have not begun: invitations, and what they led to. */
export interface OwnGames {
  begun: View[]
  invitations: View[]
}

export async function ownGames(): Promise<OwnGames> {
  const found: OwnGames = { begun: [], invitations: [] }
  const asked = openGames()
  for (let from = 0; from < asked.length && found.begun.length < MOST; from += AT_ONCE) {
    for (const view of await Promise.all(asked.slice(from, from + AT_ONCE).map(running)))
      if (view && (hasBegun(view) || !isAlone(view))) found[hasBegun(view) ? 'begun' : 'invitations'].push(view)
  }
  found.begun = found.begun.slice(0, MOST).sort((a, b) => urgency(a) - urgency(b))
  return found
}

/** A game, unless it is over or gone: then it is not asked for again. While the server is away, as it was kept here. */
async function running(id: string): Promise<View | null> {
  try {
    const view = await api.games.look(id)
    if (!view.outcome) return view
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 0) {
      const kept = await keptGames.get(id)
      if (kept) return kept.view
      throw error
    }
    if (![403, 404, 410].includes(error.status)) return null
  }
  markOver(id)
  return null
}
