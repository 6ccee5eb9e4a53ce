import { describe, expect, it } from 'vitest'
import { edit } from '../../src/analysis/edits'
import { History } from '../../src/analysis/history.svelte'
import { cut, grow, harvest, play, promote, root, single, type Node } from '../../src/analysis/tree'

function tree() {
  const start = root()
  grow(start, single(['a', 'b', 'c']))
  const [a] = start.children
  play(a!, 'other')
  return { start, a: a! }
}

/** Makes a change of a tree that can be undone, and notes what is to be shown. */
function change(history: History, shown: Node[], nodes: Node[], before: Node, what: () => Node): void {
  const made = edit(nodes, before, what)
  history.add({
    undo: () => (made.undo(), void shown.push(made.before)),
    redo: () => (made.redo(), void shown.push(made.after)),
  })
}

describe('history', () => {
  it('undoes and redoes a removed line, with the same nodes', async () => {
    const { start, a } = tree()
    const history = new History()
    const shown: Node[] = []
    const whole = harvest(start)
    change(history, shown, [start], a, () => cut(a))
    expect(harvest(start)).toEqual([])
    await history.undo()
    expect(start.children[0]).toBe(a)
    expect(harvest(start)).toEqual(whole)
    await history.redo()
    expect(harvest(start)).toEqual([])
    expect(shown).toEqual([a, start])
  })

  it('undoes many changes in order, and forgets what was undone once something else is done', async () => {
    const { start, a } = tree()
    const history = new History()
    const shown: Node[] = []
    const whole = harvest(start)
    const other = a.children[1]!
    change(history, shown, [a, start], other, () => (promote(other), other))
    change(history, shown, [other], other, () => ((other.comment = 'good'), other))
    change(history, shown, [other], other, () => play(other, 'd'))
    await history.undo()
    await history.undo()
    expect(other.comment).toBeNull()
    expect(history.canRedo).toBe(true)
    await history.undo()
    expect(harvest(start)).toEqual(whole)
    expect(history.canUndo).toBe(false)
    await history.undo()
    expect(shown).toHaveLength(3)
    change(history, shown, [a], a, () => ((a.comment = 'new'), a))
    expect(history.canRedo).toBe(false)
    await history.redo()
    expect(a.comment).toBe('new')
  })

  it('is empty once it is cleared', async () => {
    const history = new History()
    history.add({ undo: () => expect.fail(), redo: () => expect.fail() })
    history.clear()
    expect([history.canUndo, history.canRedo]).toEqual([false, false])
    await history.undo()
  })
})
