// Changes of a tree that can be undone and redone. Nodes stay the same objects, so that what is known of them is kept.
import type { Node } from './tree'

/** A change, and the nodes in view before and after it. */
export interface Edit {
  undo: () => void
  redo: () => void
  before: Node
  after: Node
}

type State = Pick<Node, 'children' | 'comment' | 'notes'>

const stateOf = ({ children, comment, notes }: Node): State => ({ children: [...children], comment, notes })

function set(nodes: readonly Node[], states: readonly State[]): void {
  nodes.forEach((node, i) => Object.assign(node, stateOf({ ...node, ...states[i] })))
}

/** Makes a change to the children of some nodes or to what is said of them; `change` answers the node to be in view after it. */
export function edit(nodes: readonly Node[], before: Node, change: () => Node): Edit {
  const old = nodes.map(stateOf)
  const after = change()
  const changed = nodes.map(stateOf)
  return { undo: () => set(nodes, old), redo: () => set(nodes, changed), before, after }
}
