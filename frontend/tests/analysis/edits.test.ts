import { describe, expect, it } from 'vitest'
import { edit, Edits } from '../../src/analysis/edits'
import { cut, grow, harvest, path, play, promote, root, single } from '../../src/analysis/tree'

function tree() {
  const start = root()
  grow(start, single(['a', 'b', 'c']))
  const [a] = start.children
  play(a!, 'other')
  return { start, a: a! }
}

describe('edits', () => {
  it('undo and redo a removed line, with the same nodes', () => {
    const { start, a } = tree()
    const edits = new Edits()
    const whole = harvest(start)
    edits.add(edit([start], a, () => cut(a)))
    const rest = harvest(start)
    expect(rest).toEqual([])
    expect(edits.undo()).toBe(a)
    expect(start.children[0]).toBe(a)
    expect(harvest(start)).toEqual(whole)
    expect(edits.redo()).toBe(start)
    expect(harvest(start)).toEqual(rest)
  })

  it('undo many changes in order, and forget what was undone once something else is done', () => {
    const { start, a } = tree()
    const edits = new Edits()
    const whole = harvest(start)
    const other = a.children[1]!
    edits.add(edit([a, start], other, () => (promote(other), other)))
    edits.add(edit([other], other, () => ((other.comment = 'good'), other)))
    edits.add(edit([other], other, () => play(other, 'd')))
    expect(path(other.children[0]!)).toEqual(['a', 'other', 'd'])
    edits.undo()
    edits.undo()
    expect(other.comment).toBeNull()
    expect(edits.canRedo).toBe(true)
    edits.undo()
    expect(harvest(start)).toEqual(whole)
    expect([edits.canUndo, edits.undo()]).toEqual([false, null])
    edits.add(edit([a], a, () => ((a.comment = 'new'), a)))
    expect([edits.canRedo, edits.redo()]).toEqual([false, null])
    expect(a.comment).toBe('new')
  })
})
