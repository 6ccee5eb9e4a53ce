import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Peek } from '../../src/board/peek.svelte'
import type { PieceView, StackView } from '../../src/generated/messages'

const piece = (name: string): PieceView => ({ name, bug: 'beetle', colour: 'w' })
const high: StackView = { q: 0, r: 0, pieces: [piece('wQ'), piece('bB1')] }
const other: StackView = { q: 1, r: 0, pieces: [piece('bQ'), piece('wB1')] }
const low: StackView = { q: 2, r: 0, pieces: [piece('wA1')] }
const stacks = new Map(Object.entries({ '0,0': high, '1,0': other, '2,0': low }))

const soon = (): unknown => vi.advanceTimersByTime(100)
const later = (): unknown => vi.advanceTimersByTime(1000)

describe('looking into stacks', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('opens by a mouse that rests, not by one that passes', () => {
    const peek = new Peek({ stacks, held: null })
    peek.hover('0,0')
    soon()
    expect(peek.stack).toBeNull()
    peek.hover('2,0')
    later()
    expect(peek.stack).toBeNull() // one piece hides nothing
    peek.hover('0,0')
    later()
    expect(peek.stack).toBe(high)
    peek.hover('1,0') // once open, the next follows at once
    expect(peek.stack).toBe(other)
    peek.hover(null)
    expect(peek.stack).toBeNull()
  })

  it('does not open after the mouse has left', () => {
    const peek = new Peek({ stacks, held: null })
    peek.hover('0,0')
    peek.leave()
    later()
    expect(peek.stack).toBeNull()
  })

  it('leaves alone what the focus has opened while the mouse rests', () => {
    const peek = new Peek({ stacks, held: null })
    peek.look('0,0')
    peek.leave() // the board has only moved away from below a mouse that never moved there
    expect(peek.stack).toBe(high)
    peek.look(null)
    peek.hover('2,0')
    peek.look('0,0')
    peek.hover('2,0') // it moves within its hex
    later()
    expect(peek.stack).toBe(high)
    peek.hover(null)
    expect(peek.stack).toBeNull()
  })

  it('opens by a long press, whose click does not count', () => {
    const peek = new Peek({ stacks, held: null })
    peek.press('0,0', true)
    later()
    expect(peek.stack).toBe(high)
    expect(peek.pressedLong).toBe(true)
    peek.press('2,0', true) // the next touch closes it
    expect(peek.stack).toBeNull()
    expect(peek.pressedLong).toBe(false)
    later()
    expect(peek.pressedLong).toBe(false)
  })

  it('does not open by a press that ends or moves', () => {
    const peek = new Peek({ stacks, held: null })
    peek.press('0,0', true)
    peek.stay()
    later()
    expect(peek.stack).toBeNull()
  })

  it('leaves the stack of a held piece alone', () => {
    const peek = new Peek({ stacks, held: '0,0' })
    peek.look('0,0')
    expect(peek.stack).toBeNull()
    peek.look('1,0')
    expect(peek.stack).toBe(other)
  })
})
