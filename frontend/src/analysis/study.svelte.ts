// What lies on the analysis board: a game type, perhaps a set-up, and a tree of variations with one node in view.
import { api } from '../net/api'
import type { FormatView, PlayedLine, Options, RecordNode, SetUp, View } from '../generated/messages'
import { edit, Edits, type Edit } from './edits'
import { Positions } from './positions'
import { cut, follow, grow, harvest, lineThrough, path, play, promote, root, single, trail, type Node } from './tree'

/** A study as it is kept in the memory of the tab. */
export interface Kept {
  type: string
  options: Options
  setup: SetUp | null
  tags: Record<string, string>
  game?: string | null
  nodes: RecordNode[]
  at: number[]
}

export class Study {
  type = $state('')
  options = $state.raw<Options>({})
  setup = $state.raw<SetUp | null>(null)
  tags = $state.raw<Record<string, string>>({})
  /** The game that it was opened from. */
  game = $state.raw<string | null>(null)
  node = $state.raw<Node>(root())
  view = $state.raw<View | null>(null)
  /** The view has nothing but the position: there was no connection to ask for what may be played. */
  bare = $state(false)
  /** Grows with every change of the tree, which is no reactive state by itself. */
  version = $state(0)

  #start: Node = this.node
  #edits = new Edits()
  #positions = new Positions({ type: '', options: {}, setup: null })
  /** Counts the moves to a node: only the last one asked for is shown. */
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

  line(node: Node = this.node): Required<PlayedLine> {
    return { type: this.type, options: this.options, setup: this.setup, actions: path(node) }
  }

  /** What the engine is asked about: a line, and the game that it comes from. */
  question(node: Node = this.node): Required<PlayedLine> & { game: string | null } {
    return { ...this.line(node), game: this.game }
  }

  async begin(
    type: string,
    options: Options = {},
    setup: SetUp | null = null,
    nodes: readonly RecordNode[] = [],
  ): Promise<void> {
    const start = root()
    grow(start, nodes)
    const positions = new Positions({ type, options, setup })
    const view = await positions.view(start)
    this.type = type
    this.options = options
    this.setup = setup
    this.tags = {}
    this.game = null
    this.#start = start
    this.#edits = new Edits()
    this.#positions = positions
    this.node = start
    this.view = view
    this.bare = false
    this.version++
  }

  async read(text: string): Promise<void> {
    const record = await api.records.read({ text })
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
    const positions = this.#positions
    const view = await positions.view(node)
    if (turn !== this.#asked) return
    this.node = node
    this.view = view ?? positions.bareView(node, this.view)
    this.bare = view === null
    this.version++
  }

  /** What the server says of a node that is not in view. */
  peek(node: Node): Promise<View | null> {
    return this.#positions.view(node)
  }

  /** Plays from the position before the one in view: a variation. */
  async playInstead(actions: string[]): Promise<void> {
    await this.play(actions, this.node.parent ?? this.node)
  }

  /** Loads the positions of all lines, to look through them without a connection. */
  async loadAhead(): Promise<void> {
    const start = this.#start
    if (this.view) await this.#positions.loadAhead(start, () => this.#start === start)
  }

  async play(actions: string[], from: Node = this.node): Promise<void> {
    let fork = from
    let known = 0
    for (let next; (next = fork.children.find(({ action }) => action === actions[known])); known++) fork = next
    const grown = edit([fork], this.node, () => actions.slice(known).reduce(play, fork))
    try {
      await this.go(grown.after)
    } catch (error) {
      grown.undo() // what nobody has seen does not stay in the tree
      throw error
    }
    if (known < actions.length) this.#record(grown)
  }

  async step(to: number): Promise<void> {
    const node = this.branch[Math.max(0, Math.min(to, this.branch.length - 1))]
    if (node) await this.go(node)
  }

  async remove(): Promise<void> {
    const { node } = this
    if (!node.parent) return
    const removed = edit([node.parent], node, () => cut(node))
    this.#record(removed)
    await this.go(removed.after)
  }

  promote(): void {
    const { node } = this
    this.#record(edit(lineThrough(node), node, () => (promote(node), node)))
  }

  comment(text: string): void {
    const { node } = this
    this.#record(edit([node], node, () => ((node.comment = text || null), node)))
  }

  get canUndo(): boolean {
    void this.version
    return this.#edits.canUndo
  }

  get canRedo(): boolean {
    void this.version
    return this.#edits.canRedo
  }

  async undo(): Promise<void> {
    await this.go(this.#edits.undo() ?? this.node)
  }

  async redo(): Promise<void> {
    await this.go(this.#edits.redo() ?? this.node)
  }

  #record(change: Edit): void {
    this.#edits.add(change)
    this.version++
  }

  keep(): Kept {
    void this.version
    const { type, options, setup, tags, game } = this
    return { type, options, setup, tags, game, nodes: harvest(this.#start), at: trail(this.node) }
  }

  async restore({ type, options, setup, tags, game = null, nodes, at }: Kept): Promise<void> {
    await this.begin(type, options, setup, nodes)
    this.tags = tags
    this.game = game
    await this.go(follow(this.#start, at))
  }
}
