import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, LONGEST_CALL, api } from '../../src/net/api'
import { connection } from '../../src/net/connection.svelte'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

/** What never comes, unless it is given up. */
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))))

const answering = (answer: (signal: AbortSignal) => Promise<unknown>): void =>
  void vi.stubGlobal('fetch', (address: string, { signal }: RequestInit = {}) =>
    address.startsWith('/api') ? answer(signal!) : Promise.reject(new TypeError()),
  )
const begun = (status: number, json: (signal: AbortSignal) => Promise<unknown>) => (signal: AbortSignal) =>
  Promise.resolve({ ok: status < 400, status, headers: new Headers(), json: () => json(signal) })

describe('a call to the server', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['that is not answered', never],
    ['whose answer breaks off', begun(200, never)],
  ])('%s is given up, which counts as no answer', async (_, answer) => {
    answering(answer)
    connection.found()
    const failed = api.records.listing().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LONGEST_CALL - 1)
    let over = false
    void failed.then(() => (over = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toEqual(new ApiError(0, { error: 'network' }))
    expect(connection.up).toBe(false)
  })

  it('is given up when the connection falls silent', async () => {
    answering(never)
    const failed = api.records.listing().catch((error: unknown) => error)
    connection.silent()
    expect(await failed).toMatchObject({ status: 0 })
  })

  it('is told why it is refused, and waits for nothing more', async () => {
    answering(begun(422, async () => ({ error: 'refused' })))
    connection.found()
    await expect(api.records.listing()).rejects.toMatchObject({ status: 422, body: { error: 'refused' } })
    expect(connection.up).toBe(true)
    answering(begun(502, never))
    const failed = api.records.listing().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LONGEST_CALL)
    expect(await failed).toMatchObject({ status: 502, body: {} })
    answering(begun(200, async () => JSON.parse('<html>') as unknown))
    await expect(api.records.listing()).rejects.toThrow(SyntaxError)
    expect(connection.up).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
