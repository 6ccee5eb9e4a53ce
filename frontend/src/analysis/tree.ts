// The tree of variations on the analysis board. A node is an action and what may follow; the first child goes on
// with the main line.
import type { Notes, RecordNode } from '../generated/messages'

/** What is said of a node beside its comment: scores, times, drawn arrows, the verdict of a review. */
export type Said = Omit<Notes, 'comment'>

export interface Node {
  action: string
  comment: string | null
  /** Never changed in place: another object takes its place. */
  notes: Said
  parent: Node | null
  children: Node[]
}

export const root = ({ comment = null, ...notes }: Notes = {}): Node => ({
  action: '',
  comment,
  notes,
  parent: null,
  children: [],
})

/** Adds the nodes of a record, each after the one it names by its place in the list (-1: `start`). */
export function grow(start: Node, records: readonly RecordNode[]): void {
  const nodes: Node[] = []
  for (const record of records) {
    const { action, comment = null, parent: place, ...notes } = record
    const parent = nodes[place] ?? start
    const node: Node = { action, comment, notes, parent, children: [] }
    parent.children.push(node)
    nodes.push(node)
  }
}

/** Every node after one, depth first. */
function after(start: Node): Node[] {
  const found: Node[] = []
  const todo = start.children.toReversed()
  for (let node = todo.pop(); node; node = todo.pop()) {
    found.push(node)
    todo.push(...node.children.toReversed())
  }
  return found
}

/** The nodes after one, as a record has them. */
export function harvest(start: Node): RecordNode[] {
  const places = new Map<Node | null, number>([[start, -1]])
  return after(start).map((node, i) => {
    places.set(node, i)
    return { ...node.notes, action: node.action, comment: node.comment, parent: places.get(node.parent)! }
  })
}

/** The actions that lead to a node. */
export function path(node: Node): string[] {
  const actions: string[] = []
  for (let at: Node | null = node; at?.parent; at = at.parent) actions.unshift(at.action)
  return actions
}

/** Where a node is: which child to take at each step from the start. */
export function trail(node: Node): number[] {
  const steps: number[] = []
  for (let at = node; at.parent; at = at.parent) steps.unshift(at.parent.children.indexOf(at))
  return steps
}

/** The node at the end of a trail, or as far along it as the tree goes. */
export function follow(start: Node, steps: readonly number[]): Node {
  let at = start
  for (const step of steps) at = at.children[step] ?? at
  return at
}

/** The nodes from the start through `node` and on along the first children. */
export function lineThrough(node: Node): Node[] {
  const nodes: Node[] = []
  for (let at: Node | null = node; at; at = at.parent) nodes.unshift(at)
  for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at)
  return nodes
}

/** The ends of all lines, that of the main line first. */
export function leaves(start: Node): Node[] {
  return [start, ...after(start)].filter((node) => !node.children.length)
}

/** A record that is a single line. */
export const single = (actions: readonly string[]): RecordNode[] =>
  actions.map((action, i) => ({ action, comment: null, parent: i - 1 }))

/** The child with this action, made if it is new. */
export function play(node: Node, action: string): Node {
  const known = node.children.find((child) => child.action === action)
  if (known) return known
  const child: Node = { action, comment: null, notes: {}, parent: node, children: [] }
  node.children.push(child)
  return child
}

/** Cuts a node off; answers its parent. */
export function cut(node: Node): Node {
  const { parent } = node
  if (!parent) return node
  parent.children = parent.children.filter((child) => child !== node)
  return parent
}

/** Makes the line through a node the main line. */
export function promote(node: Node): void {
  for (let at: Node = node; at.parent; at = at.parent) {
    const { parent } = at
    parent.children = [at, ...parent.children.filter((child) => child !== at)]
  }
}
