import { describe, expect, it } from 'vitest'
import { keptVerdict, standingOf, verdictOf } from '../../src/analysis/verdicts'
import type { ScoreEvent } from '../../src/generated/messages'

const heard = (more: Partial<ScoreEvent>): ScoreEvent => ({
  event: 'score',
  question: 1,
  ply: 5,
  end: 9,
  score: -0.25,
  win: null,
  chance: 0.44,
  standing: 'equal',
  colour: 'w',
  mark: null,
  accuracy: null,
  turning: false,
  better: null,
  ...more,
})

describe('verdicts', () => {
  it('are the same when they come back from a study', () => {
    const better = { score: 1.25, win: null, chance: 0.76, standing: 'white_better' as const, actions: ['wA1 -bQ'] }
    const event = heard({ mark: 'mistake', accuracy: 0.41234, turning: true, better })
    const kept = JSON.parse(JSON.stringify(keptVerdict(event))) as ReturnType<typeof keptVerdict>
    const back = verdictOf({ ...kept, elapsed: 12 }, 5, 'w')
    expect(back).toEqual({
      score: -0.25,
      win: null,
      chance: 0.44,
      standing: standingOf(0.44),
      ply: 5,
      colour: 'w',
      mark: 'mistake',
      accuracy: 0.412,
      turning: true,
      better: { ...better, standing: standingOf(0.76) },
      elapsed: 12,
    })
  })

  it('keep forced wins by the actions of the winner', () => {
    for (const [win, wins, back] of [
      [3, 2, 4],
      [-4, -2, -4],
    ] as const) {
      const kept = keptVerdict(heard({ win, score: 0, chance: win > 0 ? 1 : 0 }))
      expect(kept).toMatchObject({ wins_in: wins, points: null })
      expect(verdictOf(kept, 1, 'b')).toMatchObject({ win: back, score: 10 * Math.sign(win) })
    }
  })

  it('are none where nothing was judged, whatever else is said', () => {
    expect(verdictOf({ points: 1, elapsed: 3 }, 1, 'w')).toBeNull()
  })

  it('call a game by the share of the points to expect', () => {
    expect(standingOf(0.5)).toBe('equal')
    expect(standingOf(1)).toBe('white_winning')
    expect(standingOf(0)).toBe('black_winning')
    for (const chance of [0.6, 0.75, 0.9])
      expect(standingOf(1 - chance)).toBe(standingOf(chance).replace('white', 'black'))
  })
})
