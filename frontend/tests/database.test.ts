import './browser'
import { beforeEach, expect, it, vi } from 'vitest'
import { DeviceStore, LONGEST_OPENING, RecentStore } from '../src/settings/database'

const memory = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => memory.get(name) ?? null,
  setItem: (name: string, text: string) => void memory.set(name, text),
})

beforeEach(() => memory.clear())

it('what was looked at last is kept, and what was not looked at for longest goes', async () => {
  const store = new RecentStore<{ id: string; n: number }>('recent', 'things', 2)
  await store.put({ id: 'a', n: 1 })
  await store.put({ id: 'b', n: 1 })
  await store.put({ id: 'a', n: 2 })
  await store.put({ id: 'c', n: 1 })
  expect(await store.get('a')).toEqual({ id: 'a', n: 2 })
  expect(await store.get('b')).toBeNull()
  await store.drop('a')
  expect(await store.get('a')).toBeNull()
  await store.put({ id: 'd', n: 1 })
  expect(await store.get('c')).toEqual({ id: 'c', n: 1 })
})

it('a database that does not open is not waited for, and is closed if it opens after all', async () => {
  vi.useFakeTimers()
  const request: { result?: { close: () => void }; onsuccess?: () => void } = {}
  vi.stubGlobal('indexedDB', { open: () => request })
  const store = new DeviceStore<{ id: string }>('slow', 'things')
  const put = store.put({ id: 'a' })
  await vi.advanceTimersByTimeAsync(LONGEST_OPENING)
  await put
  expect(await store.all()).toEqual([{ id: 'a' }])
  const close = vi.fn()
  request.result = { close }
  request.onsuccess!()
  expect(close).toHaveBeenCalled()
  vi.useRealTimers()
  vi.stubGlobal('indexedDB', undefined)
})
