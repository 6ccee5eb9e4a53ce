// Larger things that this device keeps, by their ids, in databases of the browser.
import { readStored, writeStored } from './storage'

interface Kept {
  id: string
}

/** A database that does not open within so many milliseconds is not waited for: pages that show what it keeps would be empty for ever. */
export const LONGEST_OPENING = 20_000

/** Where storage is forbidden, or does not answer, it remembers as long as the page is open. */
export class DeviceStore<T extends Kept> {
  #opened: Promise<IDBDatabase> | null = null
  #memory = new Map<string, T>()

  /** Each store has a database of its own: a new one need not wait for tabs that have an older version open. */
  constructor(
    private readonly database: string,
    private readonly name: string,
  ) {}

  async get(id: string): Promise<T | null> {
    try {
      return (await this.#transact<T | undefined>('readonly', (store) => store.get(id))) ?? null
    } catch {
      return this.#memory.get(id) ?? null
    }
  }

  async all(): Promise<T[]> {
    try {
      return await this.#transact<T[]>('readonly', (store) => store.getAll())
    } catch {
      return [...this.#memory.values()]
    }
  }

  async put(value: T): Promise<void> {
    try {
      await this.#transact('readwrite', (store) => store.put(value))
    } catch {
      this.#memory.set(value.id, value)
    }
  }

  async drop(id: string): Promise<void> {
    this.#memory.delete(id)
    await this.#transact('readwrite', (store) => store.delete(id)).catch(() => undefined)
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.database, 1)
      let late = false
      const overdue = setTimeout(() => {
        late = true
        reject(new Error('indexedDB'))
      }, LONGEST_OPENING)
      request.onupgradeneeded = () => request.result.createObjectStore(this.name, { keyPath: 'id' })
      request.onsuccess = () => {
        clearTimeout(overdue)
        if (late) request.result.close()
        else resolve(this.#yielding(request.result))
      }
      request.onerror = () => {
        clearTimeout(overdue)
        reject(request.error ?? new Error('indexedDB'))
      }
    })
    return this.#opened
  }

  /** A database that another tab wants to delete is let go of, or that tab would wait; it is opened anew when it is needed. */
  #yielding(database: IDBDatabase): IDBDatabase {
    const forget = (): void => void (this.#opened = null)
    database.onclose = forget // the browser has closed it
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  }

  async #transact<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const database = await this.#open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.name, mode)
      const request = work(transaction.objectStore(this.name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'))
    })
  }
}

/** How many things of a kind that were looked at are kept. */
export const MOST_RECENT = 50

/** What was looked at last, to look at it again without the server. */
export class RecentStore<T extends Kept> {
  readonly #store: DeviceStore<T>

  constructor(
    private readonly database: string,
    name: string,
    private readonly most = MOST_RECENT,
  ) {
    this.#store = new DeviceStore(database, name)
  }

  get(id: string): Promise<T | null> {
    return this.#store.get(id)
  }

  /** Keeps something in front of all others, and lets go of what was not looked at for longest. */
  async put(value: T): Promise<void> {
    const ids = [value.id, ...this.#ids.filter((id) => id !== value.id)]
    writeStored(this.database, ids.slice(0, this.most))
    await this.#store.put(value)
    for (const id of ids.slice(this.most)) await this.#store.drop(id)
  }

  async drop(id: string): Promise<void> {
    writeStored(
      this.database,
      this.#ids.filter((one) => one !== id),
    )
    await this.#store.drop(id)
  }

  get #ids(): string[] {
    return readStored<string[]>(this.database, [])
  }
}
