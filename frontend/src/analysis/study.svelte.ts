// What lies on the analysis board: a game type, perhaps a set-up, and a tree of variations with one node in view.
import { ApiError, api } from '../net/api'
import { connection } from '../net/connection.svelte'
import {
  cut,
  follow,
  grow,
  harvest,
  leaves,
  lineThrough,
  path,
  play,
  promote,
  root,
  single,
  trail,
  type Node,
} from './tree'
import type {
  FormatView,
  Frame,
  Line,
  Options,
  ReadRecordResponse,
  ReasonView,
  RecordNode,
  SetUp,
  View,
} from '../generated/messages'

/** So many lines are loaded ahead. */
const MOST_AHEAD = 20

/** A study as it is kept in the memory of the tab. */
export interface Kept {
  type: string
  options: Options
  setup: SetUp | null
  tags: Record<string, string>
  nodes: RecordNode[]
  at: number[]
}

export class Study {
  type = $state('Base+MLP')
  options = $state.raw<Options>({})
  setup = $state.raw<SetUp | null>(null)
  tags = $state.raw<Record<string, string>>({})
  node = $state.raw<Node>(root())
  view = $state.raw<View | null>(null)
  /** The view has nothing but the position: there was no connection to ask for what may be played. */
  bare = $state(false)
  /** Grows with every change of the tree, which is no reactive state by itself. */
  version = $state(0)

  #start: Node = this.node
  #views = new Map<Node, View>()
  /** Positions loaded ahead. */
  #frames = new Map<Node, Frame>()
  #asked = 0

  get start(): Node {
    void this.version
    return this.#start
  }

  get branch(): Node[] {
    void this.version
    return lineThrough(this.node)
  }

  get ply(): number {
    return path(this.node).length
  }

  line(node: Node = this.node): Required<Line> {
    return { type: this.type, options: this.options, setup: this.setup, actions: path(node) }
  }

  async begin(
    type: string,
    options: Options = {},
    setup: SetUp | null = null,
    nodes: readonly RecordNode[] = [],
  ): Promise<void> {
    const fresh = root()
    grow(fresh, nodes)
    const view = await api.study.view({ type, options, setup, actions: [] })
    this.type = type
    this.options = options
    this.setup = setup
    this.tags = {}
    this.#start = fresh
    this.#views = new Map([[fresh, view]])
    this.#frames = new Map()
    this.node = fresh
    this.view = view
    this.bare = false
    this.version++
  }

  async read(text: string): Promise<void> {
    const record: ReadRecordResponse = await api.records.read({ text })
    await this.begin(record.type, record.options, record.setup, record.nodes)
    this.tags = record.tags
    await this.go(this.branch.at(-1) ?? this.#start)
  }

  /** Writes all of it or, where a format holds one position only, the one in view. */
  async write({ name, holds }: FormatView): Promise<string> {
    const { type, options, setup } = this
    const nodes = holds === 'position' ? single(path(this.node)) : harvest(this.#start)
    return (await api.records.write({ format: name, type, options, setup, tags: this.tags, nodes })).text
  }

  async go(node: Node): Promise<void> {
    const turn = ++this.#asked
    const view = this.#views.get(node) ?? (await this.#look(node))
    if (view) this.#note(node, view)
    if (turn !== this.#asked) return
    this.node = node
    this.view = view ?? this.#bareView(node)
    this.bare = view === null
    this.version++
  }

  /** What the server says of a node; null if it is out of reach, but the position was loaded ahead. */
  async #look(node: Node): Promise<View | null> {
    const known = this.#frames.has(node)
    if (known && !connection.up) return null
    try {
      return await api.study.view(this.line(node))
    } catch (error) {
      if (known && error instanceof ApiError && error.status === 0) return null
      throw error
    }
  }

  #note(node: Node, view: View): void {
    // Chance is written into the record: a draw from the bag becomes part of the action.
    for (let [at, n] = [node, view.moves.length]; at.parent; at = at.parent)
      at.action = view.moves[--n]?.text ?? at.action
    this.#views.set(node, view)
  }

  #bareView(node: Node): View | null {
    const frame = this.#frames.get(node)
    if (!this.view || !frame) return null
    const moves = path(node).map((text, i) => ({ seq: i + 1, text, turn: '', words: {}, at: null }))
    return { ...this.view, ...frame, moves, actions: [], choose: null }
  }

  /** Loads the positions of the lines ahead, the main line first, to look through them without a connection. */
  async loadAhead(): Promise<void> {
    const [start, views, frames] = [this.#start, this.#views, this.#frames]
    for (const end of leaves(start).slice(0, MOST_AHEAD)) {
      const line = lineThrough(end)
      if (line.every((node) => views.has(node) || frames.has(node))) continue
      const loaded = (await api.study.frames(this.line(end))).frames
      line.forEach((node, i) => loaded[i] && frames.set(node, loaded[i]))
      if (this.#start !== start) return
    }
  }

  async play(...actions: string[]): Promise<ReasonView | null> {
    let fresh: Node | null = null
    const end = actions.reduce((at, action) => {
      const known = at.children.length
      const next = play(at, action)
      if (at.children.length > known) fresh ??= next
      return next
    }, this.node)
    try {
      await this.go(end)
    } catch (error) {
      // What nobody has seen does not stay in the tree.
      if (fresh) cut(fresh)
      throw error
    }
    return null
  }

  async step(to: number): Promise<void> {
    const node = this.branch[Math.max(0, Math.min(to, this.branch.length - 1))]
    if (node) await this.go(node)
  }

  async remove(): Promise<void> {
    await this.go(cut(this.node))
  }

  promote(): void {
    promote(this.node)
    this.version++
  }

  comment(text: string): void {
    this.node.comment = text || null
    this.version++
  }

  keep(): Kept {
    void this.version
    const { type, options, setup, tags } = this
    return { type, options, setup, tags, nodes: harvest(this.#start), at: trail(this.node) }
  }

  async restore({ type, options, setup, tags, nodes, at }: Kept): Promise<void> {
    await this.begin(type, options, setup, nodes)
    this.tags = tags
    await this.go(follow(this.#start, at))
  }
}

/** A line as the end of an address, and the ply to show: everything is in the link, nothing on the server. */
export function toLink(line: Required<Line>, ply: number): string {
  const query = new URLSearchParams({ type: line.type })
  if (Object.keys(line.options).length) query.set('options', JSON.stringify(line.options))
  if (line.setup) query.set('setup', JSON.stringify(line.setup))
  if (line.actions.length) query.set('actions', line.actions.join(';'))
  if (ply < line.actions.length) query.set('ply', String(ply))
  return `#${query}`
}

export function fromLink(hash: string): (Required<Line> & { ply: number }) | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const type = query.get('type')
  if (!type) return null
  const parse = <T>(name: string, otherwise: T): T => {
    try {
      return JSON.parse(query.get(name) ?? '') as T
    } catch {
      return otherwise
    }
  }
  const actions = query.get('actions')?.split(';').filter(Boolean) ?? []
  return {
    type,
    options: parse<Options>('options', {}),
    setup: parse<SetUp | null>('setup', null),
    actions,
    ply: Number(query.get('ply') ?? actions.length) || 0,
  }
}
