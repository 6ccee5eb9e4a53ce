// What lies on the analysis board: a game type, perhaps a set-up, and a tree of variations with one node in view.
import { api } from '../net/api'
import type { FormatView, PlayedLine, Options, RecordNode, SetUp, View } from '../generated/messages'
import { Positions } from './positions'
import { cut, follow, grow, harvest, lineThrough, path, play, promote, root, single, trail, type Node } from './tree'

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
  type = $state('')
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
    this.#start = start
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
    let fresh: Node | null = null
    const end = actions.reduce((at, action) => {
      const known = at.children.length
      const next = play(at, action)
      if (at.children.length > known) fresh ??= next
      return next
    }, from)
    try {
      await this.go(end)
    } catch (error) {
      // What nobody has seen does not stay in the tree.
      if (fresh) cut(fresh)
      throw error
    }
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
