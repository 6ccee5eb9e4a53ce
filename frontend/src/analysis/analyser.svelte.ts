// The engine's opinion, streamed: lines for one position, or scores for every position of a game.
import { connection } from '../net/connection.svelte'
import type {
  AnalyseCommand,
  AnalyseEvent,
  PlayedLine,
  LinesEvent,
  ReasonView,
  ScoreEvent,
} from '../generated/messages'
import { say, t } from '../words/catalogue.svelte'

type LinesCommand = Extract<AnalyseCommand, { do: 'lines' }>
type ScoresCommand = Extract<AnalyseCommand, { do: 'scores' }>

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000
const CROWDED_WAIT = 2000

export class Analyser {
  lines = $state.raw<LinesEvent | null>(null)
  /** How many positions of a line are judged, from its start on. */
  judged = $state(0)
  working = $state(false)
  /** The answer is complete. */
  done = $state(false)
  /** The position that the server could not judge yet. */
  #unjudged = $state<number | null>(null)
  /** The server has too much to do; it is asked again before long. */
  #crowded = $state(false)
  /** Why the question has no answer. */
  #refusal = $state.raw<ReasonView | null>(null)

  #socket: WebSocket | null = null
  #question: LinesCommand | ScoresCommand | null = null
  /** Questions are counted, and answers say to which they belong. */
  #number = 0
  #answered = false
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #onscore: (score: ScoreEvent) => void = () => undefined

  constructor() {
    addEventListener('online', this.#hurry)
  }

  /** Why there is no answer yet, for the player; empty if all is well. */
  get trouble(): string {
    if (this.#unjudged !== null) return t('engine.unjudged', { n: this.#unjudged })
    return this.#crowded ? t('engine.crowded') : say(this.#refusal?.text)
  }

  follow(line: PlayedLine & { game?: string | null }, count: number): void {
    this.lines = null
    this.#ask({ do: 'lines', ...line, lines: count })
  }

  /** Has the positions of a line judged, but for the first ones, which are known. */
  judge(line: PlayedLine & { game?: string | null }, known: number, onscore: (score: ScoreEvent) => void): void {
    this.judged = known
    this.#onscore = onscore
    this.working = true
    this.#ask({ do: 'scores', ...line })
  }

  stop(): void {
    this.#question = null
    this.#calm()
    this.lines = null
    this.working = false
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ do: 'stop' }))
  }

  close(): void {
    this.#question = null
    clearTimeout(this.#timer)
    removeEventListener('online', this.#hurry)
    this.#socket?.close()
    this.#socket = null
  }

  #ask(question: LinesCommand | ScoresCommand): void {
    this.#question = { ...question, question: ++this.#number }
    this.#answered = false
    this.done = false
    this.#calm()
    this.#again()
  }

  /** Forgets what came of earlier tries. */
  #calm(): void {
    clearTimeout(this.#timer)
    this.#crowded = false
    this.#refusal = null
    this.#unjudged = null
  }

  #again = (): void => {
    this.#send()
    this.#hurry()
  }

  #send(): void {
    if (!this.#question || this.#socket?.readyState !== WebSocket.OPEN) return
    const question = this.#question.do === 'scores' ? { ...this.#question, since: this.judged } : this.#question
    this.#socket.send(JSON.stringify(question))
  }

  get #waiting(): boolean {
    return this.#question !== null && !this.#answered
  }

  /** With a question open and nobody to ask, tries at once. */
  #hurry = (): void => {
    if (this.#socket || !this.#waiting) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/analyse`)
    this.#socket = socket
    socket.onopen = () => {
      this.#wait = FIRST_WAIT
      connection.found()
      this.#send()
    }
    socket.onmessage = (message: MessageEvent<string>) => this.#hear(JSON.parse(message.data) as AnalyseEvent)
    socket.onclose = () => {
      if (this.#socket !== socket) return
      this.#socket = null
      if (!this.#waiting) return // the next question connects again
      connection.lost()
      this.#calm()
      this.#timer = setTimeout(this.#hurry, this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2)
    }
  }

  #hear(heard: AnalyseEvent): void {
    const isLate = 'question' in heard && heard.question !== this.#number
    if (!this.#question || isLate) return
    this.#calm()
    if (heard.event === 'lines') this.lines = heard
    else if (heard.event === 'score') this.#add(heard)
    else if (heard.event === 'unjudged') this.#unjudged = heard.ply
    else if (heard.event === 'refused' && heard.refusal.error === 'crowded') {
      this.#crowded = true
      this.#timer = setTimeout(this.#again, CROWDED_WAIT)
    } else {
      if (heard.event === 'refused') this.#refusal = heard.refusal.reason
      else this.done = true
      this.#answered = true
      this.working = false
    }
  }

  /** Asked again after a lost connection, some may come twice. */
  #add(score: ScoreEvent): void {
    if (score.ply !== this.judged) return
    this.judged++
    this.#onscore(score)
  }
}
