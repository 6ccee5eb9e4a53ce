import { describe, expect, it } from 'vitest'
import { fromLink, toLink } from '../../src/analysis/link'
import type { PlayedLine } from '../../src/generated/messages'

describe('a line as a link', () => {
  const line: Required<PlayedLine> = {
    type: 'Base+MLP',
    options: { repetition: 'off' },
    setup: { stacks: [{ q: 0, r: 0, pieces: ['wQ'] }] },
    actions: ['wS1', 'bG1 -wS1', 'wQ wS1/'],
  }

  it('is read as it was written', () => {
    expect(fromLink(toLink(line, 2))).toEqual({ ...line, ply: 2 })
    expect(fromLink(toLink(line, 3))).toEqual({ ...line, ply: 3 })
    const plain = { type: 'Base', options: {}, setup: null, actions: [] }
    expect(fromLink(toLink(plain, 0))).toEqual({ ...plain, ply: 0 })
  })

  it('is none without a type, and does not fall over what is garbled', () => {
    expect(fromLink('')).toBeNull()
    expect(fromLink('#actions=wQ')).toBeNull()
    expect(fromLink('#type=Base&options={&setup=nonsense')).toMatchObject({ type: 'Base', options: {}, setup: null })
  })
})
