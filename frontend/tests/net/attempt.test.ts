import { describe, expect, it } from 'vitest'
import { Attempt } from '../../src/net/attempt.svelte'

describe('an attempt', () => {
  it('is busy while it lasts, and says how it went', async () => {
    const attempt = new Attempt()
    let done: () => void = () => undefined
    const running = attempt.run(() => new Promise<void>((resolve) => (done = resolve)))
    expect(attempt.busy).toBe(true)
    done()
    expect(await running).toBe(true)
    expect([attempt.busy, attempt.failed]).toEqual([false, ''])
  })

  it('says why it failed, until the next', async () => {
    const attempt = new Attempt()
    expect(await attempt.run(() => Promise.reject(new Error('no answer')))).toBe(false)
    expect(attempt.failed).not.toBe('')
    expect(attempt.busy).toBe(false)
    await attempt.run(async () => undefined)
    expect(attempt.failed).toBe('')
  })
})
