// Studies as this device keeps them: all of each, in the browser's database, whether the server is there or not.
import type { Rights, StudyDocument, StudyVersionView } from '../generated/messages'
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

const NAME = 'ruche'
const STORE = 'studies'

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('indexedDB'))
  })
  return opened
}

/** Where storage is forbidden, as long as the page is open. */
const memory = new Map<string, DeviceStudy>()

async function transact<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'))
  })
}

export async function getStudy(id: string): Promise<DeviceStudy | null> {
  try {
    return (await transact<DeviceStudy | undefined>('readonly', (store) => store.get(id))) ?? null
  } catch {
    return memory.get(id) ?? null
  }
}

export async function allStudies(): Promise<DeviceStudy[]> {
  try {
    return await transact<DeviceStudy[]>('readonly', (store) => store.getAll())
  } catch {
    return [...memory.values()]
  }
}

export async function putStudy(study: DeviceStudy): Promise<void> {
  try {
    await transact('readwrite', (store) => store.put(study))
  } catch {
    memory.set(study.id, study)
  }
}

export async function dropStudy(id: string): Promise<void> {
  memory.delete(id)
  clearUnkept(id)
  await transact('readwrite', (store) => store.delete(id)).catch(() => undefined)
}

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
