// Games that were looked at in this browser, as they stood then: to look through them while the server is away.
import type { Frame, View } from '../generated/messages'
import { RecentStore } from '../settings/database'

export interface KeptGame {
  id: string
  view: View
  /** frames[k] is the position after k actions, where it is known. */
  frames: (Frame | undefined)[]
}

export const keptGames = new RecentStore<KeptGame>('ruche-games', 'games')
