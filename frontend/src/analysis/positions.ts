// What is known of the positions of a tree: views as the server gave them, and bare positions loaded ahead, to look
// through a study without a connection.
import { ApiError, api } from '../net/api'
import { connection } from '../net/connection.svelte'
import type { Frame, PlayedLine, View } from '../generated/messages'
import { leaves, lineThrough, path, type Node } from './tree'

/** So many lines are loaded ahead. */
const MOST_AHEAD = 20

export class Positions {
  #views = new Map<Node, View>()
  #frames = new Map<Node, Frame>()
  #ahead = new Map<string, Promise<Frame[]>>()
  /** Grows when a position becomes known, or what an action is. */
  learned = 0

  constructor(private readonly game: Omit<Required<PlayedLine>, 'actions'>) {}

  line(node: Node): Required<PlayedLine> {
    return { ...this.game, actions: path(node) }
  }

  /** What the server says of a node; null if it is out of reach, but the position was loaded ahead. */
  async view(node: Node): Promise<View | null> {
    const known = this.#views.get(node)
    if (known) return known
    if (this.#frames.has(node) && !connection.up) return null
    try {
      return this.learn(node, await api.study.view(this.line(node)))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) throw error
      if (!this.#frames.has(node)) await this.#loadLine(lineThrough(node)) // the service worker may have kept it
      return null
    }
  }

  async #loadLine(line: readonly Node[]): Promise<void> {
    const { frames } = await api.study.frames(this.line(line.at(-1)!))
    line.forEach((node, i) => frames[i] && this.#frames.set(node, frames[i]))
    this.learned++
  }

  learn(node: Node, view: View): View {
    // Chance is written into the record: a draw from the bag becomes part of the action.
    if (!this.frame(node)) this.learned++
    for (let [at, n] = [node, view.moves.length]; at.parent; at = at.parent) {
      const action = view.moves[--n]?.text ?? at.action
      if (action === at.action) continue
      at.action = action
      this.learned++
    }
    this.#views.set(node, view)
    return view
  }

  /** The view of a node of which only the position is known, with all else from another view. */
  bareView(node: Node, other: View | null): View | null {
    const frame = this.#frames.get(node)
    if (!other || !frame) return null
    const moves = path(node).map((text, i) => ({ seq: i + 1, text, kind: '', turn: '', words: {}, at: null }))
    return { ...other, ...frame, moves, actions: [], choose: null }
  }

  /** A position, if it is known. */
  frame(node: Node): Frame | null {
    return this.#views.get(node) ?? this.#frames.get(node) ?? null
  }

  /** The positions of a line that goes on from a node. */
  async ahead(node: Node, actions: readonly string[]): Promise<Frame[]> {
    const line = this.line(node)
    const wanted = { ...line, actions: [...line.actions, ...actions] }
    const key = wanted.actions.join(';')
    const known = this.#ahead.get(key) ?? api.study.frames(wanted).then(({ frames }) => frames)
    this.#ahead.set(key, known)
    known.catch(() => this.#ahead.delete(key))
    return known
  }

  /** Loads the positions of the lines from a start, the main line first, as long as they are wanted. */
  async loadAhead(start: Node, wanted: () => boolean): Promise<void> {
    for (const end of leaves(start).slice(0, MOST_AHEAD)) {
      const line = lineThrough(end)
      if (line.every((node) => this.#views.has(node) || this.#frames.has(node))) continue
      await this.#loadLine(line)
      if (!wanted()) return
    }
  }
}
