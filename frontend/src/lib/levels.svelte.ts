// The machine's levels, as the server names them.
import { api } from './api'
import type { Level } from './types'
import { say, t } from './words.svelte'

class Levels {
  list = $state.raw<Level[]>([])
  #asked = false

  ask(): void {
    if (this.#asked) return
    this.#asked = true
    api.levels().then(
      (list) => (this.list = list),
      () => (this.#asked = false),
    )
  }
}

export const levels = new Levels()

export function levelName(level: number): string {
  const found = levels.list.find((one) => one.level === level)
  return found ? t('level.named', { level, name: say(found.name) }) : t('level.plain', { level })
}

export const levelAbout = (level: number): string => say(levels.list.find((one) => one.level === level)?.about)
