import { describe, expect, it } from 'vitest'
import { planScene } from '../../src/board/animation.svelte'
import { centre } from '../../src/board/hex'
import type { LastAction, PieceView, StackView } from '../../src/generated/messages'

const piece = (name: string): PieceView => ({ name, bug: 'beetle', colour: 'w' })
const stacks = new Map<string, StackView>([
  ['0,0', { q: 0, r: 0, pieces: [piece('wQ')] }],
  ['1,0', { q: 1, r: 0, pieces: [piece('bQ'), piece('wB1')] }],
])
const action = (last: Partial<LastAction>): LastAction => ({
  text: '',
  kind: 'move',
  actor: 'wB1',
  target: null,
  by: null,
  path: [],
  from: null,
  to: null,
  ...last,
})
const shifts = (frames: Keyframe[]): [number, number][] =>
  frames.map(({ transform }) => {
    const [, x, y] = /translate\((.*)px, (.*)px\)/.exec(transform as string)!
    return [Number(x), Number(y)]
  })

describe('what is seen of an action', () => {
  it('what the player has put down settles where it is', () => {
    const staging = { centre, byHand: true }
    for (const last of [action({ from: [2, -1], to: [1, 0] }), action({ kind: 'place', to: [1, 0] })]) {
      const [act, ...others] = planScene(last, stacks, staging)
      expect(others).toEqual([])
      expect(act).toMatchObject({ hex: '1,0', level: 1, hides: true })
      expect(act!.frames.at(-1)).toEqual({ transform: 'none' })
      expect(act!.duration).toBeLessThan(200)
    }
  })

  it('who stings lunges at the victim, which then turns', () => {
    const scene = planScene(action({ kind: 'sting', actor: 'wQ', target: 'wB1', from: [0, 0], to: [1, 0] }), stacks)
    const lunge = scene.find(({ hex }) => hex === '0,0')!
    const turns = scene.filter(({ hex }) => hex === '1,0')
    expect(turns).toHaveLength(2)
    expect(turns.every(({ delay }) => delay > lunge.duration / 2)).toBe(true)
    const far = lunge.frames.map(({ transform }) =>
      Number(/translate\((-?[\d.]+)px/.exec(transform as string)?.[1] ?? 0),
    )
    expect(Math.max(...far)).toBeGreaterThan(centre({ q: 1, r: 0 }).x / 3)
    expect(far.at(-1)).toBe(0)
  })

  it('a move leads from where the piece was to the top of where it is', () => {
    const [act] = planScene(action({ from: [2, -1], to: [1, 0] }), stacks)
    expect(act).toMatchObject({ hex: '1,0', level: 1, piece: { name: 'wB1' }, hides: true })
    const [start, end] = [centre({ q: 2, r: -1 }), centre({ q: 1, r: 0 })]
    const [[x, y]] = shifts(act!.frames) as [[number, number]]
    expect(x).toBeCloseTo(start.x - end.x, 0)
    expect(y).toBeCloseTo(start.y - end.y + 9, 0) // from the ground, one level up
    expect(shifts(act!.frames).at(-1)).toEqual([0, 0])
  })

  it('a way is followed hex by hex, and takes longer', () => {
    const path: [number, number][] = [
      [2, 0],
      [2, -1],
      [1, -1],
      [0, -1],
    ]
    const around = new Map([...stacks, ['0,-1', { q: 0, r: -1, pieces: [piece('wA1')] }]])
    const [act] = planScene(action({ from: [2, 0], to: [0, -1], path }), around)
    expect(act!.frames).toHaveLength(4)
    expect(act!.frames.map(({ offset }) => Math.round((offset as number) * 3))).toEqual([0, 1, 2, 3])
    expect(act!.duration).toBeGreaterThan(planScene(action({ from: [1, -1], to: [0, -1] }), around)[0]!.duration)
  })

  it('a jump rises above its ends', () => {
    const [act] = planScene(
      action({
        from: [3, 0],
        to: [0, 0],
        path: [
          [3, 0],
          [0, 0],
        ],
      }),
      stacks,
    )
    expect(Math.min(...shifts(act!.frames).map(([, y]) => y))).toBeLessThan(-40)
  })

  it('placing drops, flipping turns one face away and the other up', () => {
    expect(planScene(action({ kind: 'place', to: [0, 0] }), stacks)).toMatchObject([{ hex: '0,0', hides: true }])
    const turned = planScene(action({ kind: 'flip', actor: 'wA1', to: [0, 0] }), stacks)
    expect(turned.map((act) => act.piece.bug)).toEqual(['ant', 'beetle'])
  })

  it('a kill shows both that are gone, though neither lies there any more', () => {
    const acts = planScene(action({ kind: 'kill', actor: 'wA1', target: 'bQ', from: [0, 0], to: [5, 5] }), stacks)
    expect(acts.map(({ piece }) => piece.name)).toEqual(['bQ', 'wA1'])
    expect(acts.every(({ hides, frames }) => !hides && frames.at(-1)!['opacity'] === 0)).toBe(true)
  })

  it('a swap moves both', () => {
    const acts = planScene(action({ kind: 'swap', from: [0, 0], to: [1, 0] }), stacks)
    expect(acts.map(({ hex }) => hex)).toEqual(['1,0', '0,0'])
  })

  it('nothing is seen of what does not touch the board', () => {
    expect(planScene(action({ kind: 'pass' }), stacks)).toEqual([])
    expect(planScene(action({ from: [0, 0], to: [5, 5] }), stacks)).toEqual([])
  })
})
