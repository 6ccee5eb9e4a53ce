import { describe, expect, it } from 'vitest'
import { arrowOf, following, lastHex, matching, offered, press, spelled, aimsOf } from '../../src/play/clicks'
import type { SpelledAction } from '../../src/generated/messages'

const actions: SpelledAction[] = [
  { text: 'wA1 -wQ', clicks: ['hand:w:ant', 'face:ant', 'hex:-1,0'] },
  { text: 'wY1 -wQ', clicks: ['hand:w:ant', 'face:fly', 'hex:-1,0'] },
  { text: 'wB1 bQ', clicks: ['hex:1,-1', 'hex:1,0'] },
  { text: 'wB1 =wF1', clicks: ['hex:1,-1', 'do:flip'] },
  { text: 'wQ bQ/', clicks: ['hex:0,0', 'hex:1,-1'] },
  { text: 'pass', clicks: ['do:pass'] },
]

describe('clicks that spell actions', () => {
  it('keep the actions that begin so', () => {
    expect(matching(actions, ['hand:w:ant']).map(({ text }) => text)).toEqual(['wA1 -wQ', 'wY1 -wQ'])
    expect(matching(actions, [])).toHaveLength(actions.length)
    expect(matching(actions, ['hex:9,9'])).toEqual([])
  })

  it('light what may follow', () => {
    expect([...following(actions, [])]).toEqual(['hand:w:ant', 'hex:1,-1', 'hex:0,0', 'do:pass'])
    expect([...following(actions, ['hex:1,-1'])]).toEqual(['hex:1,0', 'do:flip'])
    expect([...following(actions, ['hand:w:ant'])]).toEqual(['face:ant', 'face:fly'])
  })

  it('are complete only at the end', () => {
    expect(spelled(actions, ['hand:w:ant', 'face:ant'])).toBeNull()
    expect(spelled(actions, ['do:pass'])?.text).toBe('pass')
  })
})

describe('a press', () => {
  it('begins, goes on and plays', () => {
    expect(press(actions, [], 'hex:1,-1')).toEqual({ kind: 'more', clicked: ['hex:1,-1'] })
    expect(press(actions, ['hex:1,-1'], 'hex:1,0')).toEqual({ kind: 'play', action: actions[2] })
    expect(press(actions, [], 'do:pass')).toEqual({ kind: 'play', action: actions[5] })
  })

  it('prefers going on to beginning anew', () => {
    expect(press(actions, ['hex:0,0'], 'hex:1,-1')).toEqual({ kind: 'play', action: actions[4] })
  })

  it('takes up another piece', () => {
    expect(press(actions, ['hex:1,-1'], 'hex:0,0')).toEqual({ kind: 'more', clicked: ['hex:0,0'] })
    expect(press(actions, ['hand:w:ant', 'face:ant'], 'hex:0,0')).toEqual({ kind: 'more', clicked: ['hex:0,0'] })
  })

  it('takes the first face, until another is chosen', () => {
    const held = ['hand:w:ant', 'face:ant']
    expect(press(actions, [], 'hand:w:ant')).toEqual({ kind: 'more', clicked: held })
    expect(press(actions, held, 'face:fly')).toEqual({ kind: 'more', clicked: ['hand:w:ant', 'face:fly'] })
    expect(press(actions, held, 'face:ant')).toEqual({ kind: 'more', clicked: held })
    expect(press(actions, held, 'hand:w:ant')).toEqual({ kind: 'cleared' })
    expect(press(actions, held, 'hex:-1,0')).toEqual({ kind: 'play', action: actions[0] })
  })

  it('goes from one victim to another, and back to the piece itself', () => {
    const thrown: SpelledAction[] = [
      { text: 'wA1 wP-', clicks: ['hex:1,1', 'hex:5,0'] },
      { text: 'wA1 wP-', clicks: ['hex:0,0', 'hex:1,1', 'hex:5,0'] },
      { text: 'bB1 wP-', clicks: ['hex:0,0', 'hex:2,2', 'hex:5,0'] },
      { text: 'wP -bB1', clicks: ['hex:0,0', 'hex:7,7'] },
    ]
    expect(press(thrown, ['hex:0,0', 'hex:1,1'], 'hex:2,2')).toEqual({ kind: 'more', clicked: ['hex:0,0', 'hex:2,2'] })
    expect(press(thrown, ['hex:0,0', 'hex:1,1'], 'hex:1,1')).toEqual({ kind: 'more', clicked: ['hex:1,1'] })
    expect(press(thrown, ['hex:0,0', 'hex:2,2'], 'hex:2,2')).toEqual({ kind: 'more', clicked: ['hex:0,0'] })
    // What the pillbug could do itself is not played in place of the throw.
    expect(press(thrown, ['hex:0,0', 'hex:1,1'], 'hex:7,7').kind).toBe('refused')
  })

  it('lets go of the piece held', () => {
    expect(press(actions, ['hex:1,-1'], 'hex:1,-1')).toEqual({ kind: 'cleared' })
  })

  it('is refused with all that was clicked', () => {
    expect(press(actions, ['hex:1,-1'], 'hex:5,5')).toEqual({ kind: 'refused', clicked: ['hex:1,-1', 'hex:5,5'] })
    expect(press([], [], 'hex:0,0')).toEqual({ kind: 'refused', clicked: ['hex:0,0'] })
  })
})

describe('what is shown', () => {
  it('is sorted by kind', () => {
    const sorted = offered(['hex:1,0', 'hand:w:ant', 'face:fly', 'do:steal:wG2'])
    expect([...sorted.hexes]).toEqual(['1,0'])
    expect([...sorted.hands]).toEqual(['hand:w:ant'])
    expect(sorted.faces).toEqual(['fly'])
    expect(sorted.commands).toEqual(['steal:wG2'])
  })

  it('hangs on the last hex', () => {
    expect(lastHex(['hand:w:ant', 'hex:-1,0'])).toBe('-1,0')
    expect(lastHex(['do:pass'])).toBeNull()
  })

  it('is an arrow between hexes', () => {
    expect(arrowOf(actions[2]!)).toEqual({ from: '1,-1', to: '1,0' })
    expect(arrowOf(actions[0]!)).toEqual({ from: null, to: '-1,0' })
    expect(arrowOf(actions[5]!)).toBeNull()
  })
})

describe('what a lit hex is for', () => {
  it('is told by the mark of the action, or by what follows', () => {
    const actions = [
      { text: 'wW1 *bL', clicks: ['hex:0,0', 'hex:1,0'] },
      { text: 'wW1 xbQ', clicks: ['hex:0,0', 'hex:0,1'] },
      { text: 'wW1 ~bA1', clicks: ['hex:0,0', 'hex:0,2'] },
      { text: 'wW1 bQ-', clicks: ['hex:0,0', 'hex:2,0'] },
      { text: 'bG1 wW1-', clicks: ['hex:0,0', 'hex:3,0', 'hex:4,0'] },
    ]
    expect(Object.fromEntries(aimsOf(actions, ['hex:0,0']))).toEqual({
      '1,0': 'sting',
      '0,1': 'kill',
      '0,2': 'swap',
      '3,0': 'take',
    })
  })
})
