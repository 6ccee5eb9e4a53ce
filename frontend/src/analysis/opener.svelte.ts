// Which study the page shows: the one kept in this tab, that of a game, that of a link, or a new one.
import { untrack } from 'svelte'
import { ApiError, api } from '../net/api'
import type { Attempt } from '../net/attempt.svelte'
import { connection } from '../net/connection.svelte'
import { readStored, writeStored } from '../settings/storage'
import { route } from '../ui/router.svelte'
import { fromLink } from './link'
import type { Study } from './study.svelte'
import { single } from './tree'
import { upgradeStudy, type StoredStudy } from './upgrade'

const FIRST_TYPE = 'Base+MLP'

/** To be made in a component. */
export class StudyOpener {
  /**
   * The study is kept in the memory of the tab, its key in the history: the page loaded anew finds it again, while
   * the same link followed once more is opened as it is written.
   */
  #key = $state('')
  /** It could not be opened for want of a connection. */
  #away = $state(false)

  constructor(
    private readonly study: Study,
    private readonly attempt: Attempt,
  ) {
    // Another link opened on this page is another study.
    $effect(() => {
      void route.hash
      void route.query
      untrack(this.open)
    })
    $effect(() => {
      if (connection.up && this.#away) untrack(this.open)
    })
    $effect(() => {
      if (this.#key && study.view) writeStored('study', { ...study.keep(), key: this.#key }, 'sessionStorage')
    })
  }

  open = (): void => {
    this.#away = false
    this.#key = ''
    const game = new URLSearchParams(route.query).get('game')
    const stored = readStored<StoredStudy | null>('study', null, 'sessionStorage')
    const kept = stored && upgradeStudy(stored)
    const known: unknown = (history.state as { study?: unknown } | null)?.study
    const again = kept && (kept.key === known || !(game || fromLink(route.hash))) ? kept : null
    const key = again?.key ?? String(Date.now())
    history.replaceState({ study: key }, '')
    void this.attempt.run(async () => {
      try {
        await (again ? this.study.restore(again) : this.#begin(game))
        this.#key = key
      } catch (error) {
        if (error instanceof ApiError && error.status === 0) this.#away = true
        else {
          if (!this.study.view) await this.study.begin(FIRST_TYPE).catch(() => undefined)
          this.#key = key
        }
        throw error
      }
    })
  }

  async #begin(game: string | null): Promise<void> {
    const { study } = this
    const link = fromLink(route.hash)
    if (game) {
      await study.read(await api.games.record(game, { format: 'pgn' }))
      study.game = game
    } else if (link) {
      await study.begin(link.type, link.options, link.setup ?? null, single(link.actions))
      await study.step(link.ply)
    } else await study.begin(FIRST_TYPE)
  }
}
