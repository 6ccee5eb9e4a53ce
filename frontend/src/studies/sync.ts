// Between this device and the server: what was changed here is sent, what was changed elsewhere is fetched. Two
// versions of one study are both kept, and neither is changed by the other.
import { ApiError, api } from '../net/api'
import { newRequest } from '../net/requests'
import type { StudyResponse, StudyVersionView } from '../generated/messages'
import { newId } from './tokens'
import {
  allStudies,
  alone,
  clearUnkept,
  dropStudy,
  getRead,
  getStudy,
  noteUnkept,
  putRead,
  putStudy,
  unkept,
  type DeviceStudy,
} from './device'

/** What is said of a study when it was tried to send it. */
export type Sent = 'sent' | 'away' | 'refused'

const TAB = newId()

const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** A study as the server has it, with the newest version in front. */
export function fromServer({ id, rights, versions }: StudyResponse, known: DeviceStudy | null): DeviceStudy {
  const newest = versions.at(-1)!
  return {
    ...newest.study,
    id,
    rights,
    bases: [newest.number],
    unsent: null,
    changed: newest.at * 1000,
    tab: '',
    game: known?.game ?? null,
    at: known?.at ?? { chapter: newest.study.chapters[0]!.id, trail: [] },
    versions: versions.slice(0, -1),
  }
}

/** Sends a study of this device, if it was changed; answers how it lies on the device then. */
export function sendStudy(id: string): Promise<{ how: Sent; study: DeviceStudy | null; error?: unknown }> {
  return alone(id, async () => {
    const study = await getStudy(id)
    if (!study?.unsent) return { how: 'sent', study }
    const { unsent: request, bases, title, chapters } = study
    try {
      const { versions } = await api.studies.save(id, { request, bases, study: { title, chapters } })
      const now = (await getStudy(id)) ?? study
      const own = Math.max(...versions)
      const others =
        versions.length > 1 ? (await api.studies.look(id)).versions.filter((one) => one.number !== own) : []
      const kept = { ...now, bases: [own], versions: others, unsent: now.unsent === request ? null : now.unsent }
      await putStudy(kept)
      return { how: 'sent', study: kept }
    } catch (error) {
      return { how: isAway(error) ? 'away' : 'refused', study, error }
    }
  })
}

/** Sends all that was changed while nobody could be asked. */
export async function sendAll(): Promise<void> {
  for (const { id, unsent } of await allStudies()) if (unsent && (await sendStudy(id)).how === 'away') return
}

/** The study as it should be shown: this device's own, sent first, or the server's, which may be newer. */
export async function openStudy(id: string): Promise<DeviceStudy> {
  const { how, study, error } = await sendStudy(id)
  if (study && how === 'away') return study
  if (study && how === 'refused' && !(error instanceof ApiError && error.status === 403)) return study
  try {
    const found = await api.studies.look(id)
    const isNew = !study || study.bases[0] !== found.versions.at(-1)?.number
    const shown = isNew ? fromServer(found, study) : { ...study, rights: found.rights }
    await (shown.rights === 'reader' ? putRead(shown) : putStudy(shown))
    return shown
  } catch (failure) {
    const known = study ?? (isAway(failure) ? await getRead(id) : null)
    if (known && failure instanceof ApiError) return known
    throw failure
  }
}

/** A study of this device as a version beside another, which the server does not know. */
const versionOf = ({ changed, title, chapters }: DeviceStudy): StudyVersionView => ({
  number: 0,
  at: changed / 1000,
  study: { title, chapters },
})

/**
 * Writes a study that was changed in this tab, which had seen it as it was at a time. If another tab has changed it
 * meanwhile, both are kept. With `chosen`, it takes the place of the versions it names.
 */
export function keepStudy(study: DeviceStudy, seen: number, chosen = false): Promise<DeviceStudy> {
  noteUnkept({ study, seen, chosen })
  return alone(study.id, async () => {
    const there = await getStudy(study.id)
    const isOurs = there === null || there.tab === TAB || there.changed === seen
    const beside = isOurs || !there.unsent ? [] : [versionOf(there)]
    const kept = {
      ...study,
      bases: isOurs && there && !chosen ? there.bases : study.bases,
      versions: [...study.versions, ...beside],
      unsent: newRequest(),
      tab: TAB,
    }
    await putStudy(kept)
    if (unkept(study.id)?.study.changed === study.changed) clearUnkept(study.id)
    return kept
  })
}

/** Takes up a change with which the page was left before the device had it. */
export async function recoverStudy(id: string): Promise<void> {
  const left = unkept(id)
  if (!left) return
  const there = await getStudy(id)
  if (there && there.changed >= left.study.changed) clearUnkept(id)
  else await keepStudy(left.study, left.seen, left.chosen)
}

export async function deleteStudy(id: string): Promise<void> {
  try {
    await api.studies.delete(id, {})
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 403))) throw error
  }
  await dropStudy(id)
}
