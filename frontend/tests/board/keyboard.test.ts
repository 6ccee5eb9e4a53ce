import { describe, expect, it } from 'vitest'
import { rim, key, type Hex } from '../../src/board/hex'
import { Cursor, keyCommand } from '../../src/board/keyboard.svelte'
import { BoardState } from '../../src/board/state.svelte'

const press = (name: string, code = '', more = {}): Parameters<typeof keyCommand>[0] => ({
  key: name,
  code: code || name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const hive: Hex[] = [
  { q: 0, r: 0 },
  { q: 1, r: 0 },
]
const hexes = new Set([...hive, ...rim(hive)].map(key))
const to = (from: string, code: string, known = hexes): unknown => keyCommand(press('', code), from, known)

describe('keys on the board', () => {
  it('walk to the hex beside, by arrows and by letters where they lie', () => {
    expect(to('0,0', 'ArrowRight')).toEqual({ do: 'walk', to: '1,0' })
    expect(to('0,0', 'KeyW')).toEqual({ do: 'walk', to: '0,-1' })
    expect(to('0,0', 'KeyE')).toEqual({ do: 'walk', to: '1,-1' })
    expect(to('0,0', 'KeyZ')).toEqual({ do: 'walk', to: '-1,1' })
    expect(to('0,0', 'KeyX')).toEqual({ do: 'walk', to: '0,1' })
  })

  it('walk where they point on a board that was turned', () => {
    const turned = (code: string, turns: number): unknown => keyCommand(press('', code), '0,0', hexes, turns)
    expect(turned('KeyX', 1)).toEqual({ do: 'walk', to: '1,0' }) // what was right is now below right
    expect(turned('ArrowRight', 1)).toEqual({ do: 'walk', to: '1,-1' })
    expect(turned('KeyE', -1)).toEqual({ do: 'walk', to: '1,0' })
    expect(turned('ArrowRight', 6)).toEqual({ do: 'walk', to: '1,0' })
  })

  it('walk straight up and down in two steps', () => {
    const up = keyCommand(press('', 'ArrowUp'), '0,1', hexes)
    expect(up).toEqual({ do: 'walk', to: '0,0' })
    expect(to('0,0', 'ArrowUp')).toEqual({ do: 'walk', to: '1,-1' })
  })

  it('walk over a gap, and stay at the edge', () => {
    const split = new Set(['0,0', '5,0'])
    expect(to('0,0', 'ArrowRight', split)).toEqual({ do: 'walk', to: '5,0' })
    expect(to('5,0', 'ArrowRight', split)).toEqual({ do: 'walk', to: null })
  })

  it('choose, zoom and fit', () => {
    expect(keyCommand(press('Enter'), '0,0', hexes)).toEqual({ do: 'choose' })
    expect(keyCommand(press(' ', 'Space'), '0,0', hexes)).toEqual({ do: 'choose' })
    expect(keyCommand(press('0'), '0,0', hexes)).toEqual({ do: 'fit' })
    const [closer, farther] = ['+', '-'].map((name) => keyCommand(press(name), '0,0', hexes))
    expect(closer).toMatchObject({ do: 'zoom' })
    expect((closer as { factor: number }).factor * (farther as { factor: number }).factor).toBeCloseTo(1)
  })

  it('are left to others, alone or with Ctrl', () => {
    expect(keyCommand(press('k', 'KeyK'), '0,0', hexes)).toBeNull()
    expect(keyCommand(press('', 'ArrowRight', { ctrlKey: true }), '0,0', hexes)).toBeNull()
  })
})

describe('the cursor', () => {
  const board = (stacks: Hex[]): BoardState =>
    new BoardState({ stacks: stacks.map((hex) => ({ ...hex, pieces: [] })), label: '', onhex: () => undefined })

  it('begins on the hive, or on the only hex there is', () => {
    expect(new Cursor(board(hive)).at).toBe('0,0')
    expect(new Cursor(board([])).at).toBe('0,0')
  })

  it('stays where it was put, as long as that hex is drawn', () => {
    const cursor = new Cursor(board(hive))
    cursor.moveTo('2,0')
    expect(cursor.at).toBe('2,0')
    cursor.moveTo('9,9')
    expect(cursor.at).toBe('0,0')
  })
})
