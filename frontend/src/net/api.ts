// Calls to the server, generated from its declarations. Every failure is an ApiError that carries the server's
// reason, if it gave one.
import { bearer } from '../game/seats'
import { studyToken } from '../studies/tokens'
import { calls, type Sent } from '../generated/calls'
import type { ReasonView, RefusalResponse } from '../generated/messages'
import { connection } from './connection.svelte'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: Partial<RefusalResponse>,
  ) {
    super(body.error ?? `HTTP ${status}`)
  }

  get reason(): ReasonView | null {
    return this.body.reason ?? null
  }
}

/**
 * So long a call may take, with all of its answer. The server gives up what takes it longer; a connection that has died
 * without a word would keep whoever waits for ever.
 */
export const LONGEST_CALL = 90_000

async function ask<T>(
  take: (response: Response) => Promise<T>,
  method: string,
  path: string,
  { body, query = {}, seat, study }: Sent = {},
): Promise<T> {
  const headers: Record<string, string> = {}
  if (body) headers['content-type'] = 'application/json'
  const token = study === undefined ? seat && bearer(seat) : studyToken(study)
  if (token) headers['authorization'] = `Bearer ${token}`
  const wanted = Object.entries(query).map(([name, value]) => [name, String(value)])
  const address = wanted.length ? `${path}?${new URLSearchParams(wanted)}` : path
  let response: Response
  let refused: Partial<RefusalResponse>
  const call = new AbortController()
  const giveUp = (): void => call.abort()
  const { signal: silence } = connection
  const overdue = setTimeout(giveUp, LONGEST_CALL)
  silence.addEventListener('abort', giveUp)
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: call.signal,
    })
    // What the service worker has kept says nothing of the server.
    if (response.headers.has('x-ruche-kept')) connection.lost()
    else connection.found()
    if (response.ok) return await take(response)
    refused = (await response.json().catch(() => ({}))) as Partial<RefusalResponse>
  } catch (error) {
    if (error instanceof SyntaxError) throw error // something did answer, though not as the server does
    connection.lost()
    throw new ApiError(0, { error: 'network' })
  } finally {
    clearTimeout(overdue)
    silence.removeEventListener('abort', giveUp)
  }
  throw new ApiError(response.status, refused)
}

export const api = calls({
  json: (...call) => ask((response) => response.json(), ...call),
  text: (...call) => ask((response) => response.text(), ...call),
  blob: (...call) => ask((response) => response.blob(), ...call),
})
