// What the analysis page shows: a study by its id, the analysis of a game, that of a link, the study last worked at in
// this tab, or a new one.
import { untrack } from 'svelte'
import { ApiError, api } from '../net/api'
import type { Attempt } from '../net/attempt.svelte'
import { connection } from '../net/connection.svelte'
import { readStored, writeStored } from '../settings/storage'
import { allStudies } from '../studies/device'
import type { Keeper } from '../studies/keeper.svelte'
import { keepEditing } from '../studies/tokens'
import { route } from '../ui/router.svelte'
import { fromLink } from './link'
import type { Study } from './study.svelte'
import { single } from './tree'
import { upgradeStudy, type StoredStudy } from './upgrade'

const FIRST_TYPE = 'Base+MLP'
const MOST_PLIES = 10_000
const EDITING = /^#edit=([\w-]+)$/

/** To be made in a component. */
export class StudyOpener {
  /** How many are being opened: another link may be followed before the first is there. */
  #opening = $state(0)
  /** It could not be opened for want of a connection. */
  #away = $state(false)

  constructor(
    private readonly study: Study,
    private readonly keeper: Keeper,
    private readonly attempt: Attempt,
    private readonly id: string,
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
      if (keeper.study) writeStored('studying', keeper.study.id, 'sessionStorage')
    })
  }

  /** What is to be shown is not in view yet: at most the start of it is. */
  get opening(): boolean {
    return this.#opening > 0 && !this.study.hasArrived
  }

  open = (): void => {
    this.#away = false
    this.#opening++
    void this.attempt.run(async () => {
      try {
        await this.#begin()
      } catch (error) {
        if (error instanceof ApiError && error.status === 0) this.#away = true
        else if (!this.study.view && !this.id) await this.study.begin(FIRST_TYPE).catch(() => undefined)
        throw error
      } finally {
        this.#opening--
      }
    })
  }

  async #begin(): Promise<void> {
    const { study, keeper, id } = this
    const token = EDITING.exec(location.hash)?.[1]
    if (id && token) {
      keepEditing(id, token)
      history.replaceState(null, '', location.pathname)
    }
    if (id) return this.#openStudy()
    const game = new URLSearchParams(route.query).get('game')
    const link = fromLink(route.hash)
    if (game) return this.#openGame(game)
    if (link) {
      const { type, options, setup, actions, ply } = link
      await study.begin(type, options, setup, single(actions), {}, () => keeper.begin())
      return study.step(ply)
    }
    await this.#resume()
  }

  /** A study where it was left, or at the move of a chapter's main line that the address names. */
  async #openStudy(): Promise<void> {
    const query = new URLSearchParams(route.query)
    const chapter = query.get('chapter')
    if (!chapter) return this.keeper.open(this.id)
    const trail = Array<number>(Math.min(Number(query.get('ply')) || 0, MOST_PLIES)).fill(0)
    await this.keeper.open(this.id, { chapter, trail })
    history.replaceState(null, '', location.pathname) // loaded again, it is where it was left
  }

  /** The analysis of a game is begun once, and found again afterwards. */
  async #openGame(game: string): Promise<void> {
    const known = (await allStudies()).find((one) => one.game === game)
    if (known) return this.keeper.open(known.id)
    await this.study.read(await api.games.record(game, { format: 'pgn', times: true }), () => {
      this.study.game = game
      this.keeper.begin(game)
    })
  }

  async #resume(): Promise<void> {
    const { study, keeper } = this
    const last = readStored('studying', '', 'sessionStorage')
    if (last && (await allStudies()).some(({ id }) => id === last)) return keeper.open(last)
    const old = readStored<StoredStudy | null>('study', null, 'sessionStorage')
    if (old) {
      const { type, options, setup, tags, game = null, nodes, at } = upgradeStudy(old)
      await study.open({ type, options, setup, tags, nodes, outcome: null, start: {} }, at)
      study.game = game
    } else await study.begin(FIRST_TYPE)
    keeper.begin(study.game)
  }

  /** A new analysis, which becomes a study of its own once something is changed. */
  async fresh(begin: () => Promise<void>): Promise<void> {
    await begin()
    this.keeper.begin()
    writeStored('studying', '', 'sessionStorage')
    history.replaceState(null, '', '/analysis')
  }
}
