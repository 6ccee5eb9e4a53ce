// What the server sends and takes (docs/protocol-web.md). The page draws these and knows no rules.

export type Colour = 'w' | 'b'
export type Language = 'en' | 'fr'
export type Texts = Record<Language, string>

export interface PieceView {
  name: string
  bug: string
  colour: Colour | null
  number?: number
  royal?: boolean
  resting?: boolean
  stung?: boolean
}

export interface StackView {
  q: number
  r: number
  /** Bottom first. */
  pieces: PieceView[]
}

export interface HandEntry {
  name: string
  bug: string
  colour: Colour
  count: number
  faces: string[]
}

/** A Swarm hand that this visitor may not see: only how many pieces it holds. */
export interface HiddenHand {
  hidden: number
}

export type HandView = HandEntry[] | HiddenHand

export interface Outcome {
  winner: Colour | null
  why: string
}

export interface LastAction {
  text: string
  from: [number, number] | null
  to: [number, number] | null
}

/** The part of a view that a position alone gives. */
export interface Frame {
  seq: number
  turn: string
  colour: Colour
  left: number
  state: string
  outcome: Outcome | null
  stacks: StackView[]
  hands: Record<Colour, HandView>
  bag: number | null
  honeycombo: Colour | null
  double: Record<Colour, boolean> | null
  last: LastAction | null
}

export interface SpelledAction {
  text: string
  clicks: string[]
}

export interface MoveView {
  seq: number
  text: string
  turn: string
  words: Texts | null
  at?: number | null
}

export interface Player {
  name: string
  kind: 'person' | 'machine' | 'open'
  level?: number
}

export interface ClockView {
  kind: 'real' | 'days'
  w: number
  b: number
  running: Colour | null
  increment?: number
}

export type Offer = 'draw' | 'takeback' | 'rematch' | 'resign'
export type Seats = Partial<Record<Colour, string>>
export type Options = Record<string, string>

export interface View extends Frame {
  id: string | null
  type: string
  options: Options
  you: Colour | 'both' | null
  moves: MoveView[]
  actions: SpelledAction[]
  players: Record<Colour, Player> | null
  clock: ClockView | null
  now: number
  offers: Partial<Record<Offer, Colour | null>> | null
  thinking: boolean
  choose?: { count: number; from: HandEntry[] } | null
  next?: { id: string; seats: Seats } | null
  invite?: string | null
}

export interface Reason {
  rule: string | null
  key: string
  en: string
  fr: string
}

/** What the last turn did to a piece: where it lay afterwards, where it came from. */
export interface Deed {
  deed: string
  at: [number, number]
  from?: [number, number]
}

export interface SetUp {
  stacks: { q: number; r: number; pieces: string[] }[]
  colour?: Colour
  turn?: number
  hands?: Partial<Record<Colour, string[]>>
  removed?: string[]
  honeycombo?: Colour
  double?: Colour
  last?: Deed[]
}

/** A position as a set-up, and what one of its type can tell. */
export interface SetUpSheet {
  setup: SetUp
  pieces: HandEntry[]
  tells: ('hands' | 'removed' | 'honeycombo')[]
  deeds: string[]
}

/** A format of records: how its files end, and how much of a study it holds. */
export interface Format {
  name: string
  suffixes: string[]
  holds: 'tree' | 'line' | 'position'
}

/** Everything the stateless calls need to know which position is meant. */
export interface Line {
  type: string
  options: Options
  setup?: SetUp | null
  actions: string[]
}

export type ClockWish = null | { kind: 'real'; seconds: number; increment: number } | { kind: 'days'; days: number }

export interface GameWish {
  type: string
  options: Options
  opponent: { kind: 'machine'; level: number } | { kind: 'screen' } | { kind: 'friend' }
  colour: Colour | 'random'
  clock: ClockWish
  name: string
  setup?: SetUp | null
  actions?: string[]
}

export interface Created {
  id: string
  seats: Seats
  invite: string | null
}

export interface Level {
  level: number
  name: Texts
  about: Texts
}

export interface ArchiveRow {
  id: string
  type: string
  players: Record<Colour, Player>
  state: string
  outcome: Outcome | null
  moves: number
  started: number
  ended: number | null
}

export interface ArchivePage {
  games: ArchiveRow[]
  page: number
  pages: number
  total: number
}

export interface RecordNode {
  action: string
  comment: string | null
  /** The place in the list of the node it follows; -1: the beginning. */
  parent: number
}

export interface ReadRecord {
  type: string
  options: Options
  setup: SetUp | null
  tags: Record<string, string>
  result: string | null
  nodes: RecordNode[]
}

export interface PuzzleRow {
  id: string
  type: string
  options: Options
  theme: string
  themes: string[]
  difficulty: number
  colour: Colour
}

export interface Puzzle extends PuzzleRow {
  setup: SetUp | null
  actions: string[]
  goal: Texts
}

export interface PuzzleAnswer {
  right: boolean
  done: boolean
  reply: string | null
  say: Texts | null
  hint: string | null
}

export interface LessonRow {
  id: string
  part: string
  bug: string
  title: Texts
  exercises: number
}

export interface Exercise {
  line: Line
  goals: [number, number][]
  task: Texts
}

export interface Lesson {
  id: string
  title: Texts
  about: Texts
  /** The page of the rules that tells all. */
  rules: string
  exercises: Exercise[]
  next: LessonRow | null
}

export interface LessonAnswer {
  right: boolean
  done: boolean
  say: Texts | null
}

/** A page of the rules; `html` is all below its title. */
export interface RulesPage {
  id: string
  title: string
  rules: string[]
  html: string
}

export interface EngineLine {
  score: number
  win: number | null
  actions: string[]
}

export interface EngineLines {
  seq: number
  depth: number
  nodes: number
  speed: number
  lines: EngineLine[]
}

export type Mark = 'inaccuracy' | 'mistake' | 'blunder'

export interface Score {
  ply: number
  score: number
  win: number | null
  chance: number
  best: string | null
  mark: Mark | null
}
