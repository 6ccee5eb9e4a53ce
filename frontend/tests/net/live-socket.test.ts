import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connection } from '../../src/net/connection.svelte'
import { LiveSocket } from '../../src/net/live-socket'
import type { LiveEvent } from '../../src/generated/messages'

/** A socket whose network is the test's to cut. */
class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: { do: string }[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  hear(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) })
  }

  close(): void {
    this.readyState = 2 // a dead connection takes its time
  }
}

const newest = (): FakeSocket => FakeSocket.all.at(-1)!
const said = (socket: FakeSocket): string[] => socket.sent.map((command) => command.do)

describe('the socket of a game', () => {
  let heard: LiveEvent[]
  let lost: number
  let live: LiveSocket

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5) // an attempt is under way whenever a test looks, not given up just then
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('location', { protocol: 'https:', host: 'hive.example' })
    vi.stubGlobal('document', new EventTarget())
    const events = new EventTarget()
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
    vi.stubGlobal('dispatch', events.dispatchEvent.bind(events))
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    FakeSocket.all = []
    heard = []
    lost = 0
    live = new LiveSocket('/api/games/g/live', {
      hello: () => ({ do: 'hello', seats: 'TOKEN', after: 3 }),
      hear: (event) => heard.push(event),
      opened: () => undefined,
      lost: () => lost++,
    })
    live.open()
  })
  afterEach(() => {
    live.close()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('shows its tokens in the first message, not in its address', () => {
    expect(newest().url).toBe('wss://hive.example/api/games/g/live')
    newest().open()
    expect(newest().sent[0]).toEqual({ do: 'hello', seats: 'TOKEN', after: 3 })
  })

  it('pings every four seconds', () => {
    const socket = newest()
    socket.open()
    for (let i = 0; i < 40; i++) {
      vi.advanceTimersByTime(500)
      socket.hear({ event: 'pong', now: 1 })
    }
    expect(said(socket)).toEqual(['hello', ...Array(6).fill('ping')])
    expect(lost).toBe(0)
  })

  it('notices within ten seconds that nothing comes any more, and is back two seconds later', () => {
    const dead = newest()
    dead.open()
    dead.hear({ event: 'pong', now: 1 })
    vi.advanceTimersByTime(10_000)
    expect(lost).toBe(1)
    vi.advanceTimersByTime(2_000)
    expect(FakeSocket.all.length).toBeGreaterThanOrEqual(2)
    newest().open()
    dead.hear({ event: 'pong', now: 2 })
    expect(heard.length).toBe(1) // the dead one is not listened to
    expect(said(newest())).toEqual(['hello', 'ping'])
  })

  it('gives up attempts that hang, and goes on asking for as long as it takes', () => {
    newest().open()
    newest().hear({ event: 'pong', now: 1 })
    vi.advanceTimersByTime(10_000)
    const before = FakeSocket.all.length
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.all.length - before).toBeGreaterThanOrEqual(4)
    vi.advanceTimersByTime(60_000)
    const late = FakeSocket.all.length
    vi.advanceTimersByTime(11_500)
    expect(FakeSocket.all.length).toBeGreaterThan(late)
  })

  it('comes back at once when the browser says that the network is there', () => {
    newest().open()
    newest().onclose?.()
    expect(FakeSocket.all.length).toBe(1)
    ;(globalThis as unknown as { dispatch: (event: Event) => void }).dispatch(new Event('online'))
    expect(FakeSocket.all.length).toBe(2)
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.all.length).toBe(2)
  })

  describe('with the server answering a question', () => {
    let answer: () => void
    beforeEach(() => {
      vi.stubGlobal('fetch', () => new Promise<void>((resolve) => (answer = resolve)))
    })
    const ask = async (took: number): Promise<void> => {
      connection.look()
      vi.advanceTimersByTime(took)
      answer()
      await Promise.resolve().then(() => undefined)
    }

    it('makes an attempt anew that the answer has overtaken', async () => {
      vi.advanceTimersByTime(3_000)
      await ask(20)
      vi.advanceTimersByTime(200)
      expect(FakeSocket.all.length).toBe(2)
    })

    it('leaves an attempt alone that is as slow as the answer', async () => {
      await ask(4_000)
      vi.advanceTimersByTime(2_000)
      newest().open()
      vi.advanceTimersByTime(3_000)
      expect(FakeSocket.all.length).toBe(1)
    })

    it('gives a slow socket more time after each attempt in vain', async () => {
      let waited = 0
      for (let i = 0; i < 5; i++) {
        await ask(10)
        const before = FakeSocket.all.length
        for (waited = 0; FakeSocket.all.length === before && waited < 8_000; waited += 100) vi.advanceTimersByTime(100)
      }
      expect(waited).toBeGreaterThan(4_000)
    })

    it('does not wait once the server is there', async () => {
      newest().open()
      newest().onclose?.()
      await ask(10)
      expect(FakeSocket.all.length).toBe(2)
    })
  })

  it('lets an open socket go that does not answer after the network has changed', () => {
    newest().open()
    ;(globalThis as unknown as { dispatch: (event: Event) => void }).dispatch(new Event('online'))
    vi.advanceTimersByTime(2_000)
    expect(lost).toBe(1)
  })

  it('never connects again once it is closed', () => {
    newest().open()
    live.close()
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all.length).toBe(1)
  })
})
