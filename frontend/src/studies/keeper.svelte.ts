// The study that the analysis page shows, chapter by chapter: what is changed on the board or in the chapters is kept.
import { untrack } from 'svelte'
import { api } from '../net/api'
import { connection } from '../net/connection.svelte'
import type { Chapter, RecordView, StudyVersionView } from '../generated/messages'
import type { Study, Tree } from '../analysis/study.svelte'
import { chapterOf, chaptersOfVersions, moved, nearest, outlineOf, recordsOf, type Outline } from './chapters'
import { getStudy, type DeviceStudy } from './device'
import { SavedStudy, type State } from './saved-study.svelte'
import { openStudy, recoverStudy } from './sync'
import { newId } from './tokens'

/** A chapter that was in view: its tree, where in it, and the nodes that it was kept with. */
interface Shelved {
  tree: Tree
  trail: number[]
  nodes: Chapter['nodes']
}

/** To be made in a component. */
export class Keeper {
  chapter = $state('')
  /** The game that the page was opened with. */
  game: string | null = null
  readonly #saved = new SavedStudy()
  /** The changes of the board that are kept. */
  #kept = 0
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
  }

  get study(): DeviceStudy | null {
    return this.#saved.study
  }

  get state(): State {
    return this.#saved.state
  }

  /** Why the server does not take it. */
  get trouble(): string {
    return this.#saved.trouble
  }

  get readOnly(): boolean {
    return this.#saved.readOnly
  }

  get chapters(): Chapter[] {
    return this.study?.chapters ?? []
  }

  get versions(): StudyVersionView[] {
    return this.study?.versions ?? []
  }

  // --- opening ---

  /** What is on the board belongs to no study until it is changed. */
  begin(game: string | null = null): void {
    this.#saved.clear()
    this.chapter = ''
    this.game = game
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
      else if (this.study?.changed === found.changed) this.#saved.take(found)
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

  async #show(study: DeviceStudy, at = study.at): Promise<void> {
    const chapter = study.chapters.find(({ id }) => id === at.chapter) ?? study.chapters[0]!
    const shelved = this.#shelf.get(chapter.id)
    const tree = shelved?.nodes === chapter.nodes ? shelved.tree : undefined
    const swapped = (): void => {
      this.board.game = study.game
      this.#kept = this.board.changes
      this.chapter = chapter.id
      this.#saved.take(study)
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
    const added = records.map((record) => chapterOf(record, record.title ?? (title || undefined)))
    const first = added[0]
    if (!first) return
    const { board } = this
    const isTheirs = this.readOnly
    if (isTheirs) this.begin(null) // what others have made stays as it is
    const isBlank = !this.study && !board.start.children.length && !board.setup
    const study = this.study ?? this.#fresh(isBlank || isTheirs ? [] : [chapterOf(board.record())])
    const before = study.chapters.length ? outlineOf(study, this.chapter) : null
    await this.#saved.change({
      ...study,
      chapters: [...study.chapters, ...added],
      title: study.title || first.title,
    })
    await this.turnTo(first.id)
    if (before) this.#note(before)
    await board.go(board.branch.at(-1)!)
  }

  /** All chapters, as records that tell their study and their title. */
  async records(): Promise<RecordView[]> {
    await this.#now()
    return this.study ? recordsOf(this.study) : []
  }

  async rename(title: string): Promise<void> {
    await this.#now()
    const study = this.study ?? this.#fresh([chapterOf(this.board.record())])
    await this.#rearrange({ ...outlineOf(study, this.chapter), title }, study)
  }

  async renameChapter(id: string, title: string): Promise<void> {
    await this.#rechapter((chapters) => chapters.map((one) => (one.id === id ? { id, title } : one)))
  }

  /** Moves a chapter some places down, or up. */
  async moveChapter(id: string, by: number): Promise<void> {
    await this.#rechapter((chapters) => moved(chapters, id, by))
  }

  async removeChapter(id: string): Promise<void> {
    if (this.chapters.length > 1) await this.#rechapter((chapters) => chapters.filter((one) => one.id !== id))
  }

  async #rechapter(change: (chapters: Outline['chapters']) => Outline['chapters']): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    const outline = outlineOf(study, this.chapter)
    await this.#rearrange({ ...outline, chapters: change(outline.chapters) }, study)
  }

  /** Changes title and chapters; it can be undone. */
  async #rearrange(wanted: Outline, study: DeviceStudy): Promise<void> {
    const before = outlineOf(study, this.chapter)
    await this.#arrange(wanted, study)
    this.#note(before)
  }

  /** Notes a change of title and chapters that was just made. */
  #note(before: Outline): void {
    const after = outlineOf(this.study!, this.chapter)
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
    await this.#saved.change({ ...study, title, chapters: arranged })
    const isGone = !arranged.some(({ id }) => id === this.chapter)
    const isBack = !study.chapters.some(({ id }) => id === chapter)
    if (isGone || isBack) await this.turnTo(isBack ? chapter : nearest(this.chapter, study.chapters, arranged))
  }

  // --- two versions ---

  /** Keeps one version and gives the others up: the one in view, or another. */
  async choose(other: StudyVersionView | null): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    await this.#replaceVersions(other ? { ...study, ...other.study } : study)
    if (this.study) await this.#openAs(this.study)
  }

  /** Keeps all versions as one study: the chapters of the others come after those in view. */
  async keepAll(): Promise<void> {
    await this.#now()
    const { study } = this
    if (!study) return
    const before = outlineOf(study, this.chapter)
    await this.#replaceVersions({
      ...study,
      chapters: [...study.chapters, ...chaptersOfVersions(study.versions)],
    })
    this.#note(before)
  }

  /** Keeps a study in place of all its versions. */
  async #replaceVersions(study: DeviceStudy): Promise<void> {
    const bases = [...new Set([...study.bases, ...study.versions.map(({ number }) => number).filter(Boolean)])]
    await this.#saved.change({ ...study, bases, versions: [] }, true)
  }

  /** Makes a study of one's own of what is in view. */
  async copy(): Promise<void> {
    const { study, chapter } = this
    if (!study) return
    const copied = { ...this.#fresh(study.chapters), title: study.title }
    this.chapter = chapter
    await this.#saved.change(this.#withBoard(copied))
  }

  /** The token of a link that edits. */
  async share(renew: boolean): Promise<string> {
    await this.#saved.send()
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
      at: this.#at,
      versions: [],
    }
  }

  get #at(): DeviceStudy['at'] {
    return { chapter: this.chapter, trail: this.board.trail }
  }

  /** A study with what is on the board in the chapter in view. */
  #withBoard(study: DeviceStudy): DeviceStudy {
    const record = this.board.record()
    const chapters = study.chapters.map((one) => (one.id === this.chapter ? { ...one, ...record } : one))
    return { ...study, chapters, at: this.#at }
  }

  /** Keeps what was changed on the board. */
  async #now(): Promise<void> {
    const { board } = this
    if (board.changes > this.#kept && !this.readOnly) {
      this.#kept = board.changes
      await this.#saved.change(this.#withBoard(this.study ?? this.#fresh([chapterOf(board.record())])))
    }
  }

  /** Remembers which position is in view, to open it there again. */
  #noteWhere(): void {
    if (this.notes && !this.#opening && this.board.changes <= this.#kept) this.#saved.noteAt(this.#at)
  }
}
