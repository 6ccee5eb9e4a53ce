// The chapters of a study as values: made of records, put in order, taken over from another version.
import type { Chapter, RecordView, StudyDocument, StudyVersionView } from '../generated/messages'
import { playersOf } from '../analysis/facts'
import { typeName } from '../game/game-type'
import { settings } from '../settings/settings.svelte'
import { t } from '../words/catalogue.svelte'
import { dateText } from '../words/dates'
import { newId } from './tokens'

/** A study without what its chapters hold. */
export interface Outline {
  title: string
  chapters: readonly Pick<Chapter, 'id' | 'title'>[]
  /** The one in view. */
  chapter: string
}

/** What a record and a chapter have in common: no id, no title of a chapter. */
const recordOf = ({ type, options, setup, tags, outcome, start, nodes }: RecordView): RecordView => ({
  type,
  options,
  setup,
  tags,
  outcome,
  start,
  nodes,
})

/** Who played, or else the type of a game, as the player calls it. */
const titleOf = ({ tags, type }: RecordView): string =>
  (tags['Chapter'] ?? playersOf(tags)) || (settings.notation ? type : typeName(type))

export const chapterOf = (record: RecordView, title = titleOf(record)): Chapter => ({
  ...recordOf(record),
  id: newId(6),
  title,
})

/** All chapters, as records that tell their study and their title. */
export const recordsOf = ({ title: study, chapters }: StudyDocument): RecordView[] =>
  chapters.map((chapter) => {
    const tags = { ...(study && { Study: study }), ...(chapter.title && { Chapter: chapter.title }) }
    return { ...recordOf(chapter), tags: { ...chapter.tags, ...tags } }
  })

export const outlineOf = ({ title, chapters }: StudyDocument, chapter: string): Outline => ({
  title,
  chapters: chapters.map(({ id, title }) => ({ id, title })),
  chapter,
})

/** Moves a chapter some places down, or up. */
export function moved(chapters: Outline['chapters'], id: string, by: number): Outline['chapters'] {
  const from = chapters.findIndex((one) => one.id === id)
  const to = Math.max(0, Math.min(from + by, chapters.length - 1))
  const others = chapters.filter((one) => one.id !== id)
  return [...others.slice(0, to), chapters[from]!, ...others.slice(to)]
}

/** The chapter that takes the place of one that is gone. */
export function nearest(id: string, before: readonly Chapter[], left: readonly Chapter[]): string {
  const place = before.findIndex((one) => one.id === id)
  return left[Math.min(place, left.length - 1)]!.id
}

/** The chapters of other versions, to stand beside those of the same names. */
export const chaptersOfVersions = (versions: readonly StudyVersionView[]): Chapter[] =>
  versions.flatMap(({ at, study }) =>
    study.chapters.map((chapter) => ({
      ...chapter,
      id: newId(6),
      title: t('studies.version_of', { title: chapter.title, date: dateText(at) }),
    })),
  )
