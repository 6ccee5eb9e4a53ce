import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stepKey } from '../../src/play/shortcuts'

/** An element inside others, focused by keyboard or not. */
class Fake {
  constructor(
    private readonly inside: string,
    private readonly keyed: boolean,
  ) {}
  closest = (selector: string): Fake | null => (this.inside && selector.includes(this.inside) ? this : null)
  matches = (): boolean => this.keyed
}

beforeEach(() => vi.stubGlobal('Element', Fake))
afterEach(() => vi.unstubAllGlobals())

function stepped(key: string, inside = '', keyed = false): number | null {
  let to: number | null = null
  const event = { key, target: new Fake(inside, keyed), preventDefault: () => undefined }
  stepKey(event as unknown as KeyboardEvent, 3, 8, (ply) => (to = ply))
  return to
}

test('arrows, Home and End step wherever the focus is', () => {
  expect(stepped('ArrowLeft')).toBe(2)
  expect(stepped('ArrowRight', 'role=application')).toBe(4)
  expect(stepped('Home', 'role=application', true)).toBe(0)
  expect(stepped('End', 'role=toolbar', true)).toBe(8)
})

test('but not where the keyboard uses them, or where one writes', () => {
  expect(stepped('ArrowLeft', 'role=application', true)).toBeNull()
  expect(stepped('ArrowRight', 'role=toolbar', true)).toBeNull()
  expect(stepped('Home', 'input')).toBeNull()
  expect(stepped('x')).toBeNull()
})
