import { describe, expect, it } from 'vitest'
import { NewGameForm } from '../../src/new-game/form.svelte'

function form(choices: Partial<NewGameForm['choices']> = {}): NewGameForm {
  const one = new NewGameForm()
  Object.assign(one.choices, choices)
  return one
}

describe('the form of a new game', () => {
  it('asks for what was chosen', () => {
    const request = form({ level: 5, colour: 'b', queenOpening: 'forbidden' }).request('Ada')
    expect(request).toMatchObject({ opponent: { kind: 'machine', level: 5 }, colour: 'b', clock: null, name: 'Ada' })
    expect(request.options).toMatchObject({ queen_opening: 'forbidden', repetition: 'draw' })
    expect(form({ opponent: 'friend' }).request('').opponent).toEqual({ kind: 'friend' })
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
    expect(one.preset).toBe('complete')
    one.choosePreset('Venom+MLP')
    expect([one.ticks.venom, one.ticks.letters]).toEqual([true, ['M', 'L', 'P']])
    one.choosePreset('Base+Guardians')
    expect([one.ticks.venom, one.ticks.modules]).toEqual([false, ['Guardians']])
  })
})
