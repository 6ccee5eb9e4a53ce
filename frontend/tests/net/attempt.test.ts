import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/net/api'
import { Attempt } from '../../src/net/attempt.svelte'
import { settings } from '../../src/settings/settings.svelte'

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

  it('says it in the language of the moment', async () => {
    const attempt = new Attempt()
    const text = { en: 'No.', fr: 'Non.' }
    await attempt.run(() => Promise.reject(new ApiError(422, { reason: { rule: null, kind: 'no', text } })))
    expect(attempt.failed).toBe('No.')
    settings.language = 'fr'
    expect(attempt.failed).toBe('Non.')
    settings.language = 'en'
  })
})
