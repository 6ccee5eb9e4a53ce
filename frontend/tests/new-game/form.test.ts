import { describe, expect, it } from 'vitest'
import { decompose, piecesEach } from '../../src/game/game-type'
import { PRESETS } from '../../src/generated/facts'
import { NewGameForm } from '../../src/new-game/form.svelte'

function form(choices: Partial<NewGameForm['choices']> = {}): NewGameForm {
  const one = new NewGameForm()
  Object.assign(one.choices, choices)
  return one
}

describe('the form of a new game', () => {
  it('asks for what was chosen', () => {
    const request = form({
      level: 5,
      colour: 'b',
      options: { ...new NewGameForm().choices.options, queen_opening: 'forbidden' },
    }).request('Ada')
    expect(request).toMatchObject({ opponent: { kind: 'machine', level: 5 }, colour: 'b', clock: null, name: 'Ada' })
    expect(request.options).toMatchObject({ queen_opening: 'forbidden', repetition: 'draw' })
    expect(form({ opponent: 'friend' }).request('').opponent).toEqual({ kind: 'friend' })
  })

  it('remembers what earlier versions have kept', () => {
    const kept = new NewGameForm({ level: 3, queenOpening: 'forbidden', waspReach: 'adjacent' })
    expect(kept.choices).toMatchObject({
      level: 3,
      options: { queen_opening: 'forbidden', repetition: 'draw', wasp_reach: 'adjacent' },
    })
    expect(kept.choices).not.toHaveProperty('queenOpening')
  })

  it('asks for a clock in seconds, or in days', () => {
    expect(form({ clock: 'real', minutes: 3, increment: 2 }).request('').clock).toEqual({
      kind: 'real',
      seconds: 180,
      increment: 2,
    })
    expect(form({ clock: 'days', days: 7 }).request('').clock).toEqual({ kind: 'days', days: 7 })
  })

  it('knows its presets, and takes them apart into ticks', () => {
    const one = form()
    const choose = (key: string): void => one.choosePreset(PRESETS.find((preset) => preset.key === key)!)
    expect(one.preset).toBe('base') // what a newcomer gets
    choose('venom')
    expect([one.ticks.venom, one.ticks.letters]).toEqual([true, ['M', 'L', 'P']])
    choose('swarm')
    expect([one.ticks.venom, one.ticks.modules]).toEqual([false, ['Swarm']])
  })

  it('opens the tournament game by the rule of tournaments, and only that', () => {
    const one = form()
    one.choosePreset(PRESETS.find(({ key }) => key === 'complete')!)
    expect(one.choices.options.queen_opening).toBe('forbidden')
    one.choosePreset(PRESETS[0])
    expect(one.choices.options.queen_opening).toBe('allowed')
  })

  it('says what is too much of an own mix', () => {
    const one = form()
    expect([one.pieces, one.problem]).toEqual([11, ''])
    one.ticks.mix['A'] = 40
    expect(one.problem).toContain('40')
    Object.assign(one.ticks.mix, { A: 9, S: 9, B: 9, G: 9 })
    expect(one.pieces).toBe(37)
    expect(one.problem).toContain('37')
    one.ticks.venom = true // which counts no pieces
    expect([one.pieces, one.problem]).toEqual([11, ''])
  })

  it('counts the pieces of every preset as the rules do', () => {
    for (const { type, pieces } of PRESETS) expect(piecesEach(decompose(type))).toBe(pieces)
  })
})
