// Calls to the server. Every failure is an ApiError that carries the server's reason, if it gave one.
import { connection } from './connection.svelte'
import { bearer } from '../game/seats'
import type {
  ArchivePage,
  Created,
  Format,
  Frame,
  GameWish,
  Language,
  Lesson,
  LessonAnswer,
  LessonRow,
  Level,
  Line,
  Offer,
  Puzzle,
  PuzzleAnswer,
  PuzzleRow,
  ReadRecord,
  Reason,
  RecordNode,
  RulesPage,
  Seats,
  SetUpSheet,
  View,
} from './types'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: { error?: string; reason?: Reason; view?: View },
  ) {
    super(body.error ?? `HTTP ${status}`)
  }

  get reason(): Reason | null {
    return this.body.reason ?? null
  }
}

async function ask(method: string, path: string, body?: unknown, seat?: string | null): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (seat) headers['authorization'] = `Bearer ${seat}`
  let response: Response
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch {
    connection.lost()
    throw new ApiError(0, { error: 'network' })
  }
  connection.found()
  if (response.ok) return response
  throw new ApiError(response.status, await response.json().catch(() => ({})))
}

async function json<T>(method: string, path: string, body?: unknown, seat?: string | null): Promise<T> {
  return (await ask(method, path, body, seat)).json() as Promise<T>
}

const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`

export const api = {
  create: (wish: GameWish) => json<Created>('POST', '/api/games', wish),
  join: (id: string, invite: string, name: string) =>
    json<{ seats: Seats }>('POST', `${game(id)}/join`, { invite, name }),
  name: (id: string, name: string) => json<{ view: View }>('POST', `${game(id)}/name`, { name }, bearer(id)),
  game: (id: string) => json<View>('GET', game(id), undefined, bearer(id)),
  frames: (id: string) => json<{ frames: Frame[] }>('GET', `${game(id)}/frames`, undefined, bearer(id)),
  act: (id: string, seq: number, action: string) =>
    json<{ seq: number; view: View }>('POST', `${game(id)}/actions`, { seq, action }, bearer(id)),
  why: (id: string, clicks: readonly string[]) =>
    json<{ reason: Reason | null }>('POST', `${game(id)}/why`, { clicks }, bearer(id)),
  offer: (id: string, offer: Offer, answer: boolean | null) =>
    json<{ view: View }>('POST', `${game(id)}/offers`, { offer, answer }, bearer(id)),
  record: async (id: string, format: string) => (await ask('GET', `${game(id)}/record?format=${format}`)).text(),
  archive: (query: URLSearchParams) => json<ArchivePage>('GET', `/api/games?${query}`),

  view: (line: Line) => json<View>('POST', '/api/view', line),
  setup: (line: Line) => json<SetUpSheet>('POST', '/api/setup', line),
  framesOf: (line: Line) => json<{ frames: Frame[] }>('POST', '/api/frames', line),
  whyNot: (line: Line, clicks: readonly string[]) =>
    json<{ reason: Reason | null }>('POST', '/api/why', { ...line, clicks }),
  formats: () => json<Format[]>('GET', '/api/formats'),
  read: (text: string) => json<ReadRecord>('POST', '/api/records/read', { text }),
  write: (format: string, line: Omit<Line, 'actions'>, tags: Record<string, string>, nodes: RecordNode[]) =>
    json<{ text: string }>('POST', '/api/records/write', { format, ...line, tags, nodes }),
  picture: async (format: 'svg' | 'png', line: Line) => (await ask('POST', '/api/picture', { format, ...line })).blob(),

  levels: () => json<Level[]>('GET', '/api/levels'),
  puzzles: () => json<PuzzleRow[]>('GET', '/api/puzzles'),
  puzzle: (id: string) => json<Puzzle>('GET', `/api/puzzles/${encodeURIComponent(id)}`),
  tryPuzzle: (id: string, actions: string[], hint = false) =>
    json<PuzzleAnswer>('POST', `/api/puzzles/${encodeURIComponent(id)}/try`, { actions, hint }),
  lessons: () => json<LessonRow[]>('GET', '/api/lessons'),
  lesson: (id: string) => json<Lesson>('GET', `/api/lessons/${encodeURIComponent(id)}`),
  tryLesson: (id: string, exercise: number, actions: string[]) =>
    json<LessonAnswer>('POST', `/api/lessons/${encodeURIComponent(id)}/try`, { exercise, actions }),
  rules: (id: string, language: Language) =>
    json<RulesPage>('GET', `/api/rules/${encodeURIComponent(id)}?language=${language}`),
  figures: () => json<{ figures: Record<string, number | string> }>('GET', '/api/figures'),
}
