import { describe, expect, it } from 'vitest'
import { scoreText } from '../../src/analysis/score'
import { duration, percent, summarise, summaryData } from '../../src/analysis/summary'
import { drawSummary } from '../../src/analysis/summary-picture'
import type { Study } from '../../src/analysis/study.svelte'
import type { Verdict } from '../../src/analysis/verdicts'

const verdict = (ply: number, more: Partial<Verdict> = {}): Verdict => ({
  ply,
  score: 0,
  win: null,
  chance: 0.5,
  standing: 'equal',
  colour: ply === 0 ? null : ply % 2 ? 'w' : 'b',
  mark: null,
  accuracy: null,
  turning: false,
  better: null,
  elapsed: null,
  ...more,
})
const better = { score: 1, win: null, chance: 0.7, standing: 'white_better' as const, actions: ['wA1 -bQ'] }
const scores = [
  verdict(0),
  verdict(1, { accuracy: 1, elapsed: 10 }),
  verdict(2, { accuracy: 0.9 }),
  verdict(3, { accuracy: 0.5, mark: 'mistake', turning: true, better, elapsed: 20, chance: 0.2 }),
]

describe('summary', () => {
  it('has accuracy, marks and time of each side, and the turning points', () => {
    const { sides, turning } = summarise(scores)
    expect(sides.w).toEqual({ accuracy: 0.75, marks: { inaccuracy: 0, mistake: 1, blunder: 0 }, time: 30 })
    expect(sides.b).toEqual({ accuracy: 0.9, marks: { inaccuracy: 0, mistake: 0, blunder: 0 }, time: null })
    expect(turning).toEqual([3])
    expect(summarise([verdict(0)]).sides.w.accuracy).toBeNull()
  })

  it('is written for programs by the names that the command uses', () => {
    const branch = ['', 'wG1', 'bG1 wG1-', 'wQ -wG1'].map((action) => ({ action }))
    const study = { type: 'Base', tags: {}, outcome: null, branch, turnText: () => '2.' } as unknown as Study
    const data = JSON.parse(JSON.stringify(summaryData(study, scores))) as Record<string, unknown>
    expect(data['summary']).toMatchObject({ white: { accuracy: 0.75, mistake: 1, time: 30 }, turning_points: [3] })
    expect((data['actions'] as object[])[2]).toEqual({
      number: 3,
      turn: '2.',
      action: 'wQ -wG1',
      points: 0,
      plies: null,
      chance: 0.2,
      standing: 'equal',
      accuracy: 0.5,
      turning_point: true,
      mark: 'mistake',
      better: { points: 1, plies: null, chance: 0.7, actions: ['wA1 -bQ'] },
      time: 20,
    })
  })

  it('writes shares, times and scores as players read them', () => {
    expect([percent(null), percent(0.816)]).toEqual(['–', '82%'])
    expect([null, 59.6, 61, 3671].map(duration)).toEqual(['–', '1:00', '1:01', '1:01:11'])
    expect([0.04, -0.04, 1.25, -2].map((score) => scoreText({ score, win: null }))).toEqual([
      '0.0',
      '0.0',
      '+1.3',
      '−2.0',
    ])
  })

  it('is drawn as one picture that names may not break', () => {
    const tags = { White: '<b>"Anna" & co', Black: 'x'.repeat(60) }
    const drawn = drawSummary(tags, 'Base · 2026', summarise(scores), scores, (key) => key)
    expect(drawn.startsWith('<svg')).toBe(true)
    expect(drawn).toContain('&lt;b&gt;&quot;Anna&quot; &amp; co')
    expect(drawn).toContain(`${'x'.repeat(27)}…`)
    expect(drawn.match(/r="8"/g)).toHaveLength(1)
    expect(drawn).not.toMatch(/NaN|undefined/)
    expect(drawSummary({}, '', summarise([]), [], (key) => key)).not.toMatch(/NaN|undefined/)
  })
})
