// What a player is called.
import { levelName } from './levels.svelte'
import type { Player } from '../generated/messages'
import { t } from '../words/catalogue.svelte'

export function playerName(player: Player): string {
  if (player.kind === 'machine') return levelName(player.level ?? 0)
  if (player.kind === 'open') return t('seat.open')
  return player.name || t('archive.nameless')
}
