import { describe, expect, it } from 'vitest'
import type { ReasonView, SpelledAction, View } from '../../src/generated/messages'
import { Outgoing, type Desk } from '../../src/play/outgoing.svelte'

const action: SpelledAction = { text: 'wA1', clicks: ['hand:w:ant', 'hex:0,0'] }
const view = {
  seq: 1,
  colour: 'w',
  stacks: [],
  hands: { w: [{ name: 'wA1', bug: 'ant', colour: 'w', count: 3, faces: ['ant'] }], b: [] },
  actions: [action],
} as unknown as View

/** A desk whose answers are given by the test. */
function desk(changes: Partial<Desk> = {}) {
  let answer: (reason: ReasonView | null) => void = () => undefined
  const sent: string[] = []
  const outgoing = new Outgoing({
    view: () => view,
    isBack: () => false,
    unsent: () => null,
    send: ({ text }) => {
      sent.push(text)
      return new Promise((then) => (answer = then))
    },
    ...changes,
  })
  return { outgoing, sent, answer: (reason: ReasonView | null) => answer(reason) }
}

describe('what is on its way', () => {
  it('is shown until it is answered, and told whether it was dragged', async () => {
    const { outgoing, sent, answer } = desk()
    expect(outgoing.ahead).toBeNull()
    const played = outgoing.play(action, true)
    expect([outgoing.action, outgoing.ahead?.hex, outgoing.dragged]).toEqual([action, '0,0', true])
    const reason: ReasonView = { rule: 'H2', kind: 'pinned', text: {} }
    answer(reason)
    expect(await played).toBe(reason)
    expect([outgoing.action, outgoing.ahead, outgoing.dragged, sent]).toEqual([null, null, false, ['wA1']])
  })

  it('is no longer on its way in the next position', () => {
    let seq = 1
    const { outgoing } = desk({ view: () => ({ ...view, seq, actions: [] }) })
    void outgoing.play(action, false)
    seq = 2
    expect(outgoing.action).toBeNull()
  })

  it('may be from before a reload', () => {
    expect(desk({ unsent: () => 'wA1' }).outgoing.ahead?.hex).toBe('0,0')
    expect(desk({ unsent: () => 'wQ' }).outgoing.action).toBeNull()
  })

  it('is not shown in an earlier position, but nothing else may be played', () => {
    const { outgoing } = desk({ unsent: () => 'wA1', isBack: () => true })
    expect([outgoing.action, outgoing.ahead]).toEqual([action, null])
  })
})
