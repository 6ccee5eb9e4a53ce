// The study that the analysis page shows, chapter by chapter: kept on the device and sent as it is made.
import { untrack } from 'svelte'
import { api } from '../net/api'
import { connection } from '../net/connection.svelte'
import { errorText } from '../net/error-text'
import type { Chapter, RecordView, StudyDocument, StudyVersionView } from '../generated/messages'
import { settings } from '../settings/settings.svelte'
import { t } from '../words/catalogue.svelte'
import { playersOf } from '../analysis/facts'
import type { Study, Tree } from '../analysis/study.svelte'
import { alone, getStudy, putStudy, type DeviceStudy } from './device'
import { keepStudy, openStudy, recoverStudy, sendStudy } from './sync'
import { newId } from './tokens'

/** Milliseconds for which changes are gathered before they are sent; on the device they are kept at once. */
const PAUSE = 400

/** `none`: nothing is to be kept yet. */
export type State = 'none' | 'saving' | 'saved' | 'device' | 'refused' | 'reader'

const withId = (record: RecordView, title: string): Chapter => ({
  type: record.type,
  options: record.options,
  setup: record.setup,
  tags: record.tags,
  outcome: record.outcome,
  start: record.start,
  nodes: record.nodes,
  id: newId(6),
  title,
})

/** Who played, or else the type of a game. */
export function titleOf({ tags, type }: Pick<RecordView, 'tags' | 'type'>): string {
  return (tags['Chapter'] ?? playersOf(tags)) || type
}

/** A study without what its chapters hold. */
interface Outline {
  title: string
  chapters: readonly Pick<Chapter, 'id' | 'title'>[]
  /** The one in view. */
  chapter: string
}

/** A chapter that was in view: its tree, where in it, and the nodes that it was kept with. */
interface Shelved {
  tree: Tree
  trail: number[]
  nodes: Chapter['nodes']
}

/** To be made in a component. */
export class Keeper {
  study = $state.raw<DeviceStudy | null>(null)
  chapter = $state('')
  state = $state<State>('none')
  /** Why the server does not take it. */
  trouble = $state('')
  /** The game that the page was opened with. */
  game: string | null = null
  /** The changes of the board that are kept. */
  #kept = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #working: Promise<void> = Promise.resolve()
  /** The position in view is not yet the one that the study is opened at. */
  #opening = false
  /** Chapters that were in view before, and those that were removed, by their ids. */
  #shelf = new Map<string, Shelved>()
  #removed = new Map<string, Chapter>()

  /** With `notes`, it is remembered which position is in view. */
  constructor(
    private readonly board: Study,
    private readonly notes = true,
  ) {
    board.onreturn = async (tree) => {
      for (const [id, one] of this.#shelf) if (one.tree === tree) await this.turnTo(id)
    }
    $effect(() => {
      if (board.changes > this.#kept) untrack(() => void this.#now())
    })
    $effect(() => {
      void board.node
      untrack(() => this.#noteWhere())
    })
    $effect(() => {
      if (connection.up && this.state === 'device') untrack(() => this.#send())
    })
    $effect(() => () => {
      if (this.#timer) this.#send()
    })
  }

  get chapters(): Chapter[] {
    return this.study?.chapters ?? []
  }

  get readOnly(): boolean {
    return this.study?.rights === 'reader'
  }

  get versions(): StudyVersionView[] {
    return this.study?.versions ?? []
  }

  /** What is on the board belongs to no study until it is changed. */
  begin(game: string | null = null): void {
    this.study = null
    this.chapter = ''
    this.game = game
    this.state = 'none'
    this.#kept = this.board.changes
    this.#forget()
  }

  /**
   * Opens a study where it was left, or at a place that is wished for: at once as this device has it, then as it was
   * changed elsewhere, unless it is being changed here already.
   */
  async open(id: string, at?: DeviceStudy['at']): Promise<void> {
    await recoverStudy(id)
    const known = await getStudy(id)
    if (known) await this.#openAs(known, at)
    if (!known || connection.up) {
      const found = await openStudy(id)
      if (!known || (this.study?.changed === known.changed && found.changed !== known.changed))
        await this.#openAs(found, at)
      else if (this.study?.changed === found.changed) this.#take(found)
    }
  }

  async #openAs(study: DeviceStudy, at = study.at): Promise<void> {
    this.#forget()
    await this.#show(study, at)
  }

  /** What was done before is about another study, or another version of it. */
  #forget(): void {
    this.board.history.clear()
    this.#shelf.clear()
    this.#removed.clear()
  }

  #take(study: DeviceStudy): void {
    this.study = study
    this.state = study.rights === 'reader' ? 'reader' : study.unsent ? 'device' : 'saved'
  }

  async #show(study: DeviceStudy, at = study.at): Promise<void> {
    const chapter = study.chapters.find(({ id }) => id === at.chapter) ?? study.chapters[0]!
    const shelved = this.#shelf.get(chapter.id)
    const tree = shelved?.nodes === chapter.nodes ? shelved.tree : undefined
    const swapped = (): void => {
      this.board.game = study.game
      this.#kept = this.board.changes
      this.chapter = chapter.id
      this.#take(study)
    }
    this.#opening = true
    try {
      await this.board.open(chapter, at.chapter === chapter.id ? [...at.trail] : [], swapped, tree)
    } finally {
      this.#opening = false
    }
    this.#noteWhere()
  }

  /** Keeps the tree in view as it is, to come back to it. */
  #shelve(): void {
    const { board } = this
    const here = this.chapters.find(({ id }) => id === this.chapter)
    if (here) this.#shelf.set(here.id, { tree: board.tree, trail: board.trail, nodes: here.nodes })
  }

  // --- chapters ---

  async turnTo(chapter: string): Promise<void> {
    await this.#now()
    this.#shelve()
    if (this.study) await this.#show(this.study, { chapter, trail: this.#shelf.get(chapter)?.trail ?? [] })
  }

  async add(records: readonly (RecordView & { title?: string })[], title = ''): Promise<void> {
    await this.#now()
    const added = records.map((record) => withId(record, record.title ?? (title || titleOf(record))))
    const first = added[0]
    if (!first) return
    const { board } = this
    const isTheirs = this.readOnly
    if (isTheirs) this.begin(null) // what others have made stays as it is
    const isBlank = !this.study && !board.start.children.length && !board.setup
    const study =
      this.study ?? this.#fresh(isBlank || isTheirs ? [] : [withId(this.board.record(), titleOf(this.board))])
    const before = study.chapters.length ? this.#outline(study) : null
    await this.#change({ ...study, chapters: [...study.chapters, ...added], title: study.title || first.title })
    await this.turnTo(first.id)
    if (before) this.#note(before)
    await board.go(board.branch.at(-1)!)
  }

  /** All chapters, as records that tell their study and their title. */
  async records(): Promise<RecordView[]> {
    await this.#now()
    const { title: study = '' } = this.study ?? {}
    return this.chapters.map(({ type, options, setup, tags, outcome, start, nodes, title }) => ({
      type,
      options,
      setup,
      tags: { ...tags, ...(study ? { Study: study } : {}), ...(title ? { Chapter: title } : {}) },
      outcome,
      start,
      nodes,
    }))
  }

  async rename(title: string): Promise<void> {
    await this.#now()
    const study = this.study ?? this.#fresh([withId(this.board.record(), titleOf(this.board))])
    await this.#rearrange({ ...this.#outline(study), title }, study)
  }

  async renameChapter(id: string, title: string): Promise<void> {
    await this.#rechapter((chapters) => chapters.map((one) => (one.id === id ? { id, title } : one)))
  }

  /** Moves a chapter some places down, or up. */
  async moveChapter(id: string, by: number): Promise<void> {
    await this.#rechapter((chapters) => {
      const from = chapters.findIndex((one) => one.id === id)
      const to = Math.max(0, Math.min(from + by, chapters.length - 1))
      const others = chapters.filter((one) => one.id !== id)
      return [...others.slice(0, to), chapters[from]!, ...others.slice(to)]
    })
  }

  async removeChapter(id: string): Promise<void> {
    if (this.chapters.length > 1) await this.#rechapter((chapters) => chapters.filter((one) => one.id !== id))
  }

  async #rechapter(change: (chapters: Outline['chapters']) => Outline['chapters']): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    const outline = this.#outline(study)
    await this.#rearrange({ ...outline, chapters: change(outline.chapters) }, study)
  }

  #outline = ({ title, chapters }: StudyDocument): Outline => ({
    title,
    chapters: chapters.map(({ id, title }) => ({ id, title })),
    chapter: this.chapter,
  })

  /** Changes title and chapters; it can be undone. */
  async #rearrange(wanted: Outline, study: DeviceStudy): Promise<void> {
    const before = this.#outline(study)
    await this.#arrange(wanted, study)
    this.#note(before)
  }

  /** Notes a change of title and chapters that was just made. */
  #note(before: Outline): void {
    const after = this.#outline(this.study!)
    const back = (outline: Outline) => async (): Promise<void> => {
      await this.#now()
      if (this.study) await this.#arrange(outline, this.study)
    }
    this.board.history.add({ undo: back(before), redo: back(after) })
  }

  /** Gives a study the chapters of an outline, with what they hold now, or held when they were removed. */
  async #arrange({ title, chapters, chapter }: Outline, study: DeviceStudy): Promise<void> {
    this.#shelve()
    for (const one of study.chapters) this.#removed.set(one.id, one)
    const arranged = chapters.map((one) => ({ ...this.#removed.get(one.id)!, title: one.title }))
    await this.#change({ ...study, title, chapters: arranged })
    const isGone = !arranged.some(({ id }) => id === this.chapter)
    const isBack = !study.chapters.some(({ id }) => id === chapter)
    if (isGone || isBack) await this.turnTo(isBack ? chapter : this.#nearest(study, arranged))
  }

  /** The chapter that takes the place of the one in view. */
  #nearest(before: StudyDocument, left: readonly Chapter[]): string {
    const place = before.chapters.findIndex(({ id }) => id === this.chapter)
    return left[Math.min(place, left.length - 1)]!.id
  }

  // --- two versions ---

  /** Keeps one version and gives the others up: the one in view, or another. */
  async choose(other: StudyVersionView | null): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    const kept = other ? { ...study, ...other.study } : study
    await this.#change({ ...kept, bases: this.#allBases(study), versions: [] }, true)
    if (this.study) await this.#openAs(this.study)
  }

  /** Keeps all versions as one study: the chapters of the others come after those in view. */
  async keepAll(): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    const others = study.versions.flatMap(({ at, study: one }) =>
      one.chapters.map((chapter) => ({
        ...chapter,
        id: newId(6),
        title: t('studies.version_of', { title: chapter.title, date: this.date(at) }),
      })),
    )
    const chapters = [...study.chapters, ...others]
    const before = this.#outline(study)
    await this.#change({ ...study, chapters, bases: this.#allBases(study), versions: [] }, true)
    this.#note(before)
  }

  date = (at: number): string =>
    new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000)

  #allBases = ({ bases, versions }: DeviceStudy): number[] => [
    ...new Set([...bases, ...versions.map(({ number }) => number).filter(Boolean)]),
  ]

  /** Makes a study of one's own of what is in view. */
  async copy(): Promise<void> {
    const { study, board } = this
    if (!study) return
    const chapters = study.chapters.map((one) => (one.id === this.chapter ? { ...one, ...board.record() } : one))
    this.study = null
    await this.#change({
      ...this.#fresh(chapters),
      title: study.title,
      at: { chapter: this.chapter, trail: board.trail },
    })
  }

  /** The token of a link that edits. */
  async share(renew: boolean): Promise<string> {
    this.#send()
    await this.#working
    return (await api.studies.share(this.study!.id, { renew })).token
  }

  // --- keeping ---

  #fresh(chapters: Chapter[]): DeviceStudy {
    const first = chapters[0]
    this.chapter = first?.id ?? ''
    return {
      id: newId(),
      title: first?.title ?? '',
      chapters,
      bases: [],
      unsent: null,
      changed: 0,
      tab: '',
      rights: 'maker',
      game: this.game,
      at: { chapter: this.chapter, trail: this.board.trail },
      versions: [],
    }
  }

  /** Keeps what was changed on the board. */
  async #now(): Promise<void> {
    const { board } = this
    if (board.changes > this.#kept && !this.readOnly) {
      this.#kept = board.changes
      const study = this.study ?? this.#fresh([withId(board.record(), titleOf(board))])
      const chapters = study.chapters.map((one) => (one.id === this.chapter ? { ...one, ...board.record() } : one))
      await this.#change({ ...study, chapters, at: { chapter: this.chapter, trail: board.trail } })
    }
  }

  async #change(study: DeviceStudy, chosen = false): Promise<void> {
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

  /** Remembers which position is in view, to open it there again. */
  #noteWhere(): void {
    const { study } = this
    if (!this.notes || !study || this.#opening || study.rights === 'reader' || this.board.changes > this.#kept) return
    const at = { chapter: this.chapter, trail: this.board.trail }
    this.study = { ...study, at }
    void alone(study.id, async () => {
      const there = await getStudy(study.id)
      if (there) await putStudy({ ...there, at })
    })
  }
}
