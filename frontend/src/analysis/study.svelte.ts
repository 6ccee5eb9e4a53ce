// What lies on the analysis board: a game type, perhaps a set-up, and a tree of variations with one node in view.
import { api } from '../net/api'
import type {
  DrawnArrow,
  FormatView,
  Frame,
  Notes,
  OutcomeView,
  PlayedLine,
  Options,
  RecordNode,
  RecordView,
  SetUp,
  Side,
  View,
} from '../generated/messages'
import { edit, Edits, type Edit } from './edits'
import { Positions } from './positions'
import {
  cut,
  follow,
  grow,
  harvest,
  lineThrough,
  path,
  play,
  promote,
  root,
  single,
  trail,
  type Node,
  type Said,
} from './tree'

/** A study as ruche 0.1 kept it in the memory of the tab. */
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
  /** How the game ended, where the record says so. */
  outcome = $state.raw<OutcomeView | null>(null)
  node = $state.raw<Node>(root())
  view = $state.raw<View | null>(null)
  /** The view has nothing but the position: there was no connection to ask for what may be played. */
  bare = $state(false)
  /** Grows with every change of the tree, which is no reactive state by itself. */
  version = $state(0)
  /** Grows with every change that is worth keeping. */
  changes = $state(0)

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
    said: Notes = {},
    swapped: () => void = () => undefined,
  ): Promise<void> {
    const start = root(said)
    grow(start, nodes)
    const positions = new Positions({ type, options, setup })
    const view = await positions.view(start)
    this.type = type
    this.options = options
    this.setup = setup
    this.tags = {}
    this.game = null
    this.outcome = null
    this.#start = start
    this.#edits = new Edits()
    this.#positions = positions
    this.node = start
    this.view = view
    this.bare = false
    this.version++
    swapped() // at once: whatever is changed from now on belongs to this one
  }

  async read(text: string, swapped?: () => void): Promise<void> {
    await this.open(await api.records.read({ text }), [], swapped)
    await this.go(this.branch.at(-1) ?? this.#start)
  }

  /** Shows a record from its start, or from where a trail leads. */
  async open(
    { type, options, setup, nodes, start, tags, outcome }: RecordView,
    at: number[] = [],
    swapped?: () => void,
  ): Promise<void> {
    await this.begin(type, options, setup, nodes, start, swapped)
    this.tags = tags
    this.outcome = outcome
    if (at.length) await this.go(follow(this.#start, at))
  }

  /** All of it, as a record. */
  record(): RecordView {
    const { type, options, setup, tags, outcome } = this
    const { comment, notes } = this.#start
    return { type, options, setup, tags, outcome, start: { ...notes, comment }, nodes: harvest(this.#start) }
  }

  /** Where the node in view is. */
  get trail(): number[] {
    return trail(this.node)
  }

  /** Writes all of it or, where a format holds one position only, the one in view. */
  async write({ name, holds }: FormatView): Promise<string> {
    const record = this.record()
    const nodes = holds === 'position' ? single(path(this.node)) : record.nodes
    return (await api.records.write({ ...record, format: name, nodes })).text
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
    if (!this.view) return
    await this.#positions.loadAhead(start, () => this.#start === start)
    this.version++
  }

  /** Whose turn an action took, and which turn of the game that was. */
  turnOf(node: Node): { colour: Side; number: number } {
    const before = node.parent && this.#positions.frame(node.parent)
    const ply = path(node).length
    if (!before) return { colour: ply % 2 ? 'w' : 'b', number: Math.ceil(ply / 2) }
    return { colour: before.colour, number: Number(/\[(\d+)\]/.exec(before.turn)?.[1] ?? Math.ceil(ply / 2)) }
  }

  /** The positions of a line that goes on from the one in view, or from the one before it. */
  async preview(actions: readonly string[], from: Node = this.node): Promise<Frame | null> {
    return (await this.#positions.ahead(from, actions)).at(-1) ?? null
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
    const node = this.#edits.undo()
    if (node) this.changes++
    await this.go(node ?? this.node)
  }

  async redo(): Promise<void> {
    const node = this.#edits.redo()
    if (node) this.changes++
    await this.go(node ?? this.node)
  }

  #record(change: Edit): void {
    this.#edits.add(change)
    this.version++
    this.changes++
  }

  /** Draws an arrow in the position in view, or marks a hex; the same one once more takes it away. */
  draw(arrow: DrawnArrow): void {
    const { node } = this
    const isSame = ({ from, to }: DrawnArrow): boolean => String([from, to]) === String([arrow.from, arrow.to])
    const { arrows = [], ...rest } = node.notes
    const known = arrows.find(isSame)
    const others = arrows.filter((one) => one !== known)
    const drawn = known?.colour === arrow.colour ? others : [...others, arrow]
    const notes = drawn.length ? { ...rest, arrows: drawn } : rest
    this.#record(edit([node], node, () => ((node.notes = notes), node)))
  }

  /** Notes what a review has found: that can be found again, and is not undone. */
  judge(node: Node, found: Said): void {
    node.notes = { ...node.notes, ...found }
    this.version++
    this.changes++
  }
}
