// The machine's levels, as the server names them.
import { api } from '../net/api'
import { CachedList } from '../net/cached-list.svelte'
import type { LevelView } from '../generated/messages'
import { say, t } from '../words/catalogue.svelte'

export const levels = new CachedList<LevelView>(api.catalogue.levels)

export function levelName(level: number): string {
  const found = levels.list.find((one) => one.level === level)
  return found ? t('level.named', { level, name: say(found.name) }) : t('level.plain', { level })
}

export const levelAbout = (level: number): string => say(levels.list.find((one) => one.level === level)?.about)
