// Studies as this device keeps them: all of each, in the browser's database, whether the server is there or not.
import type { Rights, StudyDocument, StudyVersionView } from '../generated/messages'
import { DeviceStore, RecentStore } from '../settings/database'
import { dropStored, readStored, writeStored } from '../settings/storage'

export interface DeviceStudy extends StudyDocument {
  id: string
  /** The versions on the server that this one follows: it will take their place. */
  bases: number[]
  /** The request that will send it; null once the server has it. */
  unsent: string | null
  /** When it was last changed, in milliseconds, and in which tab of the browser. */
  changed: number
  tab: string
  rights: Rights
  /** The game that it is about. */
  game: string | null
  /** The chapter in view, and where in it. */
  at: { chapter: string; trail: number[] }
  /** Other versions that stand beside it. */
  versions: StudyVersionView[]
}

const studies = new DeviceStore<DeviceStudy>('ruche', 'studies')
/** Studies of others that were read here: they are not listed. */
const read = new RecentStore<DeviceStudy>('ruche-read', 'studies')

export const getStudy = (id: string): Promise<DeviceStudy | null> => studies.get(id)

export const allStudies = (): Promise<DeviceStudy[]> => studies.all()

export const putStudy = (study: DeviceStudy): Promise<void> => studies.put(study)

export async function dropStudy(id: string): Promise<void> {
  clearUnkept(id)
  await studies.drop(id)
}

/** A study that is read only as it was when it was last read, if that is not long ago. */
export const getRead = (id: string): Promise<DeviceStudy | null> => read.get(id)

export const putRead = (study: DeviceStudy): Promise<void> => read.put(study)

/** A change on its way to the database, which takes its time: `seen` and `chosen` are those of `keepStudy`. */
export interface Unkept {
  study: DeviceStudy
  seen: number
  chosen: boolean
}

const unkeptName = (id: string): string => `unkept.${id}`

/** Notes a change at once: a page that is left before the database has it finds it here when it comes back. */
export const noteUnkept = (change: Unkept): void => writeStored(unkeptName(change.study.id), change)

export const unkept = (id: string): Unkept | null => readStored<Unkept | null>(unkeptName(id), null)

export const clearUnkept = (id: string): void => dropStored(unkeptName(id))

/** Does something with a study while no other tab does. */
export const alone = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(`ruche-study-${id}`, work) as Promise<T>) : work()
