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

async function ask(method: string, path: string, { body, query = {}, seat, study }: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body) headers['content-type'] = 'application/json'
  const token = study === undefined ? seat && bearer(seat) : studyToken(study)
  if (token) headers['authorization'] = `Bearer ${token}`
  const wanted = Object.entries(query).map(([name, value]) => [name, String(value)])
  const address = wanted.length ? `${path}?${new URLSearchParams(wanted)}` : path
  let response: Response
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: connection.signal,
    })
  } catch {
    connection.lost()
    throw new ApiError(0, { error: 'network' })
  }
  // What the service worker has kept says nothing of the server.
  if (response.headers.has('x-ruche-kept')) connection.lost()
  else connection.found()
  if (response.ok) return response
  throw new ApiError(response.status, await response.json().catch(() => ({})))
}

export const api = calls({
  json: async (...call) => (await ask(...call)).json(),
  text: async (...call) => (await ask(...call)).text(),
  blob: async (...call) => (await ask(...call)).blob(),
})
