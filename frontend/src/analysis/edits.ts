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

/** The changes that were made and those that were undone. */
export class Edits {
  #done: Edit[] = []
  #undone: Edit[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  add(one: Edit): void {
    this.#done.push(one)
    this.#undone = []
  }

  /** Takes the last change back; answers the node to be in view. */
  undo(): Node | null {
    const last = this.#done.pop()
    if (!last) return null
    this.#undone.push(last)
    last.undo()
    return last.before
  }

  redo(): Node | null {
    const next = this.#undone.pop()
    if (!next) return null
    this.#done.push(next)
    next.redo()
    return next.after
  }
}
