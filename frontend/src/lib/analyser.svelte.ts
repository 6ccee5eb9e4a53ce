// The engine's opinion, streamed: lines for one position, or scores for every position of a game.
import type { EngineLines, Line, Score } from './types'

type Heard =
  ({ event: 'lines' } & EngineLines) | ({ event: 'score' } & Score) | { event: 'done' } | { event: 'refused' }

export class Analyser {
  lines = $state.raw<EngineLines | null>(null)
  scores = $state.raw<Score[]>([])
  working = $state(false)

  #socket: WebSocket | null = null
  #question: string | null = null

  follow(line: Line, count: number): void {
    this.lines = null
    this.#ask({ do: 'lines', ...line, lines: count })
  }

  judge(line: Line): void {
    this.scores = []
    this.working = true
    this.#ask({ do: 'scores', ...line })
  }

  stop(): void {
    this.#question = null
    this.lines = null
    this.working = false
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: 'stop' }))
  }

  close(): void {
    this.#question = null
    this.#socket?.close()
    this.#socket = null
  }

  #ask(question: object): void {
    this.#question = JSON.stringify(question)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#question)
    else if (!this.#socket) this.#connect()
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/analyse`)
    this.#socket = socket
    socket.onopen = () => {
      if (this.#question) socket.send(this.#question)
    }
    socket.onmessage = (message: MessageEvent<string>) => this.#hear(JSON.parse(message.data) as Heard)
    socket.onclose = () => {
      if (this.#socket === socket) this.#socket = null
      this.working = false
    }
  }

  #hear(heard: Heard): void {
    if (!this.#question) return
    if (heard.event === 'lines') this.lines = heard
    else if (heard.event === 'score') this.scores = [...this.scores, heard]
    else if (heard.event === 'done' || heard.event === 'refused') this.working = false
  }
}
