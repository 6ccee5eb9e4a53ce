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
import { edit, type Edit } from './edits'
import { History, type Change } from './history.svelte'
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

/** So long a position that is known waits for what the server says of it. */
const SOON_MS = 60

type Game = Omit<Required<PlayedLine>, 'actions'>

/** A tree with what is known of its positions. Kept, it can be shown again as it was left, and its changes undone. */
export interface Tree {
  start: Node
  positions: Positions
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

  /** What was done, in all chapters. */
  readonly history = new History()
  /** Shows the chapter again that a tree belongs to, if it still has it: its change is about to be undone. */
  onreturn: (tree: Tree) => Promise<void> = () => Promise.resolve()

  /** The change that is being written, and what was said before it. */
  #commented: { change: Change | null; before: string | null } | null = null
  #tree: Tree = { start: this.node, positions: new Positions({ type: '', options: {}, setup: null }) }
  /** How much was known of the positions when the tree was last shown. */
  #learned = 0
  /** The node that was asked for, until it is there. */
  #wanted: Node | null = null
  /** Counts the moves to a node: only the last one asked for is shown. */
  #asked = 0
  /** The last move to a node, as long as it is under way. */
  #going: Promise<void> | null = null

  get start(): Node {
    void this.version
    return this.#tree.start
  }

  get branch(): Node[] {
    void this.version
    return lineThrough(this.node)
  }

  get ply(): number {
    return path(this.node).length
  }

  /** The node that was asked for last is in view, though the server may still say more of it. */
  get hasArrived(): boolean {
    return this.node === this.#wanted
  }

  /** Ends when it is known what may be played in the position in view, or that nobody can say; null if nothing is on its way. */
  get coming(): Promise<void> | null {
    return this.hasArrived ? this.#going : null
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
    await this.#swap({ type, options, setup }, { start, positions: new Positions({ type, options, setup }) }, swapped)
  }

  async #swap({ type, options, setup }: Game, tree: Tree, swapped: () => void): Promise<void> {
    const view = await tree.positions.view(tree.start)
    this.type = type
    this.options = options
    this.setup = setup
    this.tags = {}
    this.game = null
    this.outcome = null
    this.#tree = tree
    this.#learned = tree.positions.learned
    this.node = tree.start
    this.view = view ?? tree.positions.bareView(tree.start, this.view)
    this.bare = view === null
    this.version++
    swapped() // at once: whatever is changed from now on belongs to this one
  }

  async read(text: string, swapped?: () => void): Promise<void> {
    await this.open(await api.records.read({ text }), [], swapped)
    await this.go(this.branch.at(-1) ?? this.#tree.start)
  }

  /** Shows a record from its start, or from where a trail leads; with the tree that it had when it was last shown, if any. */
  async open(record: RecordView, at: number[] = [], swapped?: () => void, tree?: Tree): Promise<void> {
    const { type, options, setup, nodes, start, tags, outcome } = record
    if (tree) await this.#swap(record, tree, swapped ?? (() => undefined))
    else await this.begin(type, options, setup, nodes, start, swapped)
    this.tags = tags
    this.outcome = outcome
    if (at.length) await this.go(follow(this.#tree.start, at))
  }

  get tree(): Tree {
    return this.#tree
  }

  /** All of it, as a record. */
  record(): RecordView {
    const { type, options, setup, tags, outcome } = this
    const { comment, notes } = this.#tree.start
    return { type, options, setup, tags, outcome, start: { ...notes, comment }, nodes: harvest(this.#tree.start) }
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

  go(node: Node): Promise<void> {
    const going = this.#go(node)
    this.#going = going
    return going
  }

  async #go(node: Node): Promise<void> {
    const turn = ++this.#asked
    const { positions } = this.#tree
    const show = (view: View | null): void => {
      if (turn !== this.#asked) return
      this.node = node
      this.view = view ?? positions.bareView(node, this.view)
      this.#follow(positions)
    }
    // A position at hand does not wait long for what may be played there, and not at all for who steps on.
    const wait = this.#wanted === node ? 0 : SOON_MS
    const soon = positions.frame(node) ? setTimeout(() => show(null), wait) : undefined
    this.#wanted = node
    try {
      const view = await positions.view(node)
      if (turn !== this.#asked) return
      show(view)
      this.bare = view === null
    } finally {
      clearTimeout(soon)
      if (turn === this.#asked) this.#wanted = null
    }
  }

  /** What shows the tree asks again only if more is known of it than before: most steps leave it as it is. */
  #follow({ learned }: Positions): void {
    if (learned !== this.#learned) this.version++
    this.#learned = learned
  }

  /** What the server says of a node that is not in view. */
  peek(node: Node): Promise<View | null> {
    return this.#tree.positions.view(node)
  }

  /** Plays from the position before the one in view: a variation. */
  async playInstead(actions: string[]): Promise<void> {
    await this.play(actions, this.node.parent ?? this.node)
  }

  /** Loads the positions of all lines, to look through them without a connection. */
  async loadAhead(): Promise<void> {
    const start = this.#tree.start
    if (!this.view) return
    await this.#tree.positions.loadAhead(start, () => this.#tree.start === start)
    this.version++
  }

  /** Whose turn an action took, and which turn of the game that was. */
  turnOf(node: Node): { colour: Side; number: number } {
    const before = node.parent && this.#tree.positions.frame(node.parent)
    const ply = path(node).length
    if (!before) return { colour: ply % 2 ? 'w' : 'b', number: Math.ceil(ply / 2) }
    return { colour: before.colour, number: Number(/\[(\d+)\]/.exec(before.turn)?.[1] ?? Math.ceil(ply / 2)) }
  }

  /** The turn of an action as in a game: White's and Black's are counted with one number. */
  turnText(node: Node): string {
    const { colour, number } = this.turnOf(node)
    return colour === 'w' ? `${number}.` : `${number}…`
  }

  /** The positions of a line that goes on from the one in view, or from the one before it. */
  async preview(actions: readonly string[], from: Node = this.node): Promise<Frame | null> {
    return (await this.#tree.positions.ahead(from, actions)).at(-1) ?? null
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

  /** Says something of a node; until `endComment`, what is written on is one change with what was written before. */
  comment(text: string, node: Node = this.node): void {
    if (text === (node.comment ?? '')) return
    const goesOn = this.#commented !== null && this.history.last === this.#commented.change
    const before = goesOn ? this.#commented!.before : node.comment
    if (goesOn) this.history.drop()
    const after = text || null
    const change = {
      undo: () => void (node.comment = before),
      redo: () => void (node.comment = after),
      before: node,
      after: node,
    }
    change.redo()
    this.#record(change)
    this.#commented = { change: this.history.last, before }
  }

  endComment(): void {
    this.#commented = null
  }

  undo(): Promise<void> {
    return this.history.undo()
  }

  redo(): Promise<void> {
    return this.history.redo()
  }

  #record(change: Edit): void {
    const tree = this.#tree
    const repeat = (what: () => void, shown: Node) => async (): Promise<void> => {
      if (this.#tree !== tree) await this.onreturn(tree)
      if (this.#tree !== tree) return // another version has taken the chapter's place
      what()
      this.version++
      this.changes++
      await this.go(shown)
    }
    this.history.add({ undo: repeat(change.undo, change.before), redo: repeat(change.redo, change.after) })
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
