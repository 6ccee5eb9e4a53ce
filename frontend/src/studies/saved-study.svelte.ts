// A study as it is kept: on the device with every change, at the server a little later.
import { untrack } from 'svelte'
import { connection } from '../net/connection.svelte'
import { errorText } from '../net/error-text'
import { alone, getStudy, putStudy, type DeviceStudy } from './device'
import { keepStudy, sendStudy } from './sync'

/** Milliseconds for which changes are gathered before they are sent; on the device they are kept at once. */
const PAUSE = 400

/** `none`: nothing is to be kept yet. */
export type State = 'none' | 'saving' | 'saved' | 'device' | 'refused' | 'reader'

/** To be made in a component. */
export class SavedStudy {
  study = $state.raw<DeviceStudy | null>(null)
  state = $state<State>('none')
  /** Why the server does not take it. */
  trouble = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined
  #working: Promise<void> = Promise.resolve()

  constructor() {
    $effect(() => {
      if (connection.up && this.state === 'device') untrack(() => this.#send())
    })
    $effect(() => () => {
      if (this.#timer) this.#send()
    })
  }

  get readOnly(): boolean {
    return this.study?.rights === 'reader'
  }

  /** There is none until something is changed. */
  clear(): void {
    this.study = null
    this.state = 'none'
  }

  /** Takes a study as the device or the server has it. */
  take(study: DeviceStudy): void {
    this.study = study
    this.state = study.rights === 'reader' ? 'reader' : study.unsent ? 'device' : 'saved'
  }

  /** With `chosen`, it takes the place of the versions it names. */
  async change(study: DeviceStudy, chosen = false): Promise<void> {
    if (study.rights === 'reader') return
    const seen = study.changed
    const changed = { ...study, changed: Math.max(Date.now(), seen + 1) }
    this.study = changed
    this.state = 'saving'
    if (!location.pathname.endsWith(study.id)) history.replaceState(null, '', `/analysis/${study.id}`)
    const { bases, versions, unsent } = await keepStudy(changed, seen, chosen)
    if (this.study.id === study.id) this.study = { ...this.study, bases, versions, unsent }
    this.#timer ??= setTimeout(() => this.#send(), PAUSE)
  }

  /** Remembers the position in view, to open it there again; that is no change. */
  noteAt(at: DeviceStudy['at']): void {
    const { study } = this
    if (!study || this.readOnly) return
    this.study = { ...study, at }
    void alone(study.id, async () => {
      const there = await getStudy(study.id)
      if (there) await putStudy({ ...there, at })
    })
  }

  /** Sends what is not sent yet, and waits until it was tried. */
  async send(): Promise<void> {
    this.#send()
    await this.#working
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const id = this.study?.id
    if (!id) return
    this.#working = this.#working.then(async () => {
      const { how, study, error } = await sendStudy(id)
      if (!study || this.study?.id !== id) return
      this.study = { ...this.study, bases: study.bases, versions: study.versions, unsent: study.unsent }
      this.trouble = how === 'refused' ? errorText(error) : ''
      this.state = how === 'refused' ? 'refused' : study.unsent ? 'device' : 'saved'
      if (how === 'sent' && study.unsent) this.#send()
    })
  }
}
