import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/net/api'
import type { ReasonView, SpelledAction } from '../../src/generated/messages'
import { Clicker, type Referee } from '../../src/play/clicker.svelte'

const actions: SpelledAction[] = [
  { text: 'wA1 -wQ', clicks: ['hand:w:ant', 'face:ant', 'hex:-1,0'] },
  { text: 'wY1 -wQ', clicks: ['hand:w:ant', 'face:fly', 'hex:-1,0'] },
  { text: 'wQ bQ/', clicks: ['hex:0,0', 'hex:1,-1'] },
  { text: 'hc', clicks: ['do:hc'] },
]
const reason = { rule: 'H2', kind: 'bound' } as ReasonView
const away = { rule: null, kind: 'network' } as ReasonView

function clicker(more: Partial<Referee> = {}) {
  const played: string[] = []
  const asked: (readonly string[])[] = []
  const refused: ReasonView[] = []
  const one = new Clicker({
    actions: () => actions,
    play: async ({ text }) => {
      played.push(text)
      return null
    },
    why: async (clicks) => {
      asked.push(clicks)
      return reason
    },
    confirms: () => false,
    unreachable: () => away,
    refused: (why) => refused.push(why),
    ...more,
  })
  return { one, played, asked, refused }
}

describe('the clicker', () => {
  it('plays what is spelled to its end', async () => {
    const { one, played } = clicker()
    await one.press('hand:w:ant')
    expect([one.faces, one.face]).toEqual([['ant', 'fly'], 'ant'])
    expect([...one.next.hexes]).toEqual(['-1,0'])
    await one.press('face:fly')
    expect([one.faces, one.face]).toEqual([['ant', 'fly'], 'fly'])
    expect(played).toEqual([])
    await one.press('hex:-1,0')
    expect(played).toEqual(['wY1 -wQ'])
    expect(one.clicked).toEqual([])
  })

  it('asks why a click is refused, and shows it until the next', async () => {
    const { one, asked, refused } = clicker()
    await one.press('hex:0,0')
    await one.press('hex:5,5')
    expect(asked).toEqual([['hex:0,0', 'hex:5,5']])
    expect([one.reason, one.refused, refused]).toEqual([reason, '5,5', [reason]])
    expect(one.clicked).toEqual(['hex:0,0']) // the piece stays held
    await one.press('hex:0,0')
    expect([one.reason, one.refused]).toEqual([null, null])
  })

  it('lets go where there is no reason', async () => {
    const { one } = clicker({ why: async () => null })
    await one.press('hex:0,0')
    await one.press('hex:5,5')
    expect([one.clicked, one.reason]).toEqual([[], null])
  })

  it.each([reason, null])('does not hear an answer that another click has overtaken', async (late) => {
    let answer: (why: ReasonView | null) => void = () => undefined
    const { one, refused } = clicker({ why: () => new Promise((resolve) => (answer = resolve)) })
    const asking = one.press('hex:5,5')
    await one.press('hex:0,0')
    answer(late)
    await asking
    expect([one.clicked, one.reason, refused]).toEqual([['hex:0,0'], null, []])
  })

  describe('where it is not known yet what may be played', () => {
    /** Actions that are there once the returned function is called; with none of them, nobody can say. */
    function late() {
      let known: readonly SpelledAction[] = []
      let coming: Promise<void> | null = null
      let arrive: (now?: readonly SpelledAction[]) => void = () => undefined
      coming = new Promise((resolve, reject) => {
        arrive = (now) => {
          coming = null
          known = now ?? []
          if (now) resolve()
          else reject(new ApiError(0, { error: 'network' }))
        }
      })
      return {
        ...clicker({ actions: () => known, coming: () => coming }),
        arrive: (now = true) => arrive(now ? actions : undefined),
      }
    }

    it('counts clicks once it is, one after the other', async () => {
      const { one, asked, played, arrive } = late()
      const clicks = [one.press('hex:0,0'), one.press('hex:1,-1')]
      expect([one.waits, one.clicked, asked]).toEqual([true, [], []])
      arrive()
      await Promise.all(clicks)
      expect([one.waits, played, asked, one.reason]).toEqual([false, ['wQ bQ/'], [], null])
    })

    it('forgets them when another position comes into view', async () => {
      const { one, asked, arrive } = late()
      const click = one.press('hex:0,0')
      one.cancel()
      arrive()
      await click
      expect([one.clicked, asked]).toEqual([[], []])
    })

    it('asks why if it stays unknown', async () => {
      const { one, asked, arrive } = late()
      const click = one.press('hex:0,0')
      arrive(false)
      await click
      expect([asked, one.reason]).toEqual([[['hex:0,0']], reason])
    })
  })

  it('waits for a confirmation, if the player wants one', async () => {
    const { one, played } = clicker({ confirms: () => true })
    await one.press('hex:0,0')
    await one.press('hex:1,-1')
    expect(one.pending?.text).toBe('wQ bQ/')
    await one.press('hand:w:ant') // nothing else begins meanwhile
    expect(played).toEqual([])
    await one.confirm()
    expect(played).toEqual(['wQ bQ/'])
    expect(one.pending).toBeNull()
  })

  it('waits for a confirmation of what costs a royal, and shows what was refused elsewhere', async () => {
    const losing = actions.map((action) => ({ ...action, loses: action.text === 'wQ bQ/' ? 'surrounded' : null }))
    const { one, played, refused } = clicker({
      actions: () => losing as SpelledAction[],
      confirms: ({ loses }) => Boolean(loses),
    })
    await one.press('hex:0,0')
    await one.press('hex:1,-1')
    expect([one.pending?.loses, played]).toEqual(['surrounded', []])
    one.refuse(reason)
    expect([one.pending, one.reason, refused]).toEqual([null, reason, [reason]])
    await one.press('do:hc')
    expect(played).toEqual(['hc'])
  })

  it('asks first before what one click alone would do', async () => {
    const { one, played } = clicker()
    one.propose('do:hc')
    expect([one.pending?.text, played]).toEqual(['hc', []])
    one.cancel()
    expect([one.pending, one.clicked]).toEqual([null, []])
    one.propose('do:unknown')
    expect(one.pending).toBeNull()
  })

  it('shows the reason of a refused action, and that there was no answer', async () => {
    const { one } = clicker({ play: async () => reason })
    await one.press('do:hc')
    expect([one.reason, one.refused]).toEqual([reason, null])
    const lost = clicker({ play: () => Promise.reject(new ApiError(0, { error: 'network' })) })
    await lost.one.press('do:hc')
    expect(lost.one.reason).toBe(away)
  })
})
