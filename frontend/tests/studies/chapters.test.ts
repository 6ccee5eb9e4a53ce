import { expect, it } from 'vitest'
import type { Chapter } from '../../src/generated/messages'
import { chapterOf, moved, nearest, outlineOf, recordsOf } from '../../src/studies/chapters'

const chapter = (id: string, more: Partial<Chapter> = {}): Chapter => ({
  ...{ type: 'Base', options: {}, setup: null, tags: {}, outcome: null, start: {}, nodes: [] },
  ...{ id, title: id },
  ...more,
})
const [a, b, c] = [chapter('a'), chapter('b'), chapter('c')]

it('chapters are moved within the list', () => {
  const { chapters } = outlineOf({ title: 'all', chapters: [a, b, c] }, 'b')
  const ids = (by: number): string =>
    moved(chapters, 'b', by)
      .map(({ id }) => id)
      .join('')
  expect([-9, -1, 0, 1, 9].map(ids)).toEqual(['bac', 'bac', 'abc', 'acb', 'acb'])
})

it('the next chapter takes the place of one that is gone, or the last one', () => {
  expect(nearest('b', [a, b, c], [a, c])).toBe('c')
  expect(nearest('c', [a, b, c], [a, b])).toBe('b')
})

it('a chapter is a record with an id and a title', () => {
  const record = { ...a, tags: { White: 'Anna', Black: 'Berta' }, id: undefined, title: undefined }
  const made = chapterOf(record)
  expect(made.title).toBe('Anna – Berta')
  expect(chapterOf(a).title).toBe('Base')
  expect(chapterOf(record, 'ours').title).toBe('ours')
  const [read] = recordsOf({ title: 'all', chapters: [made] })
  expect(read).not.toHaveProperty('id')
  expect(read!.tags).toEqual({ White: 'Anna', Black: 'Berta', Study: 'all', Chapter: 'Anna – Berta' })
  expect(recordsOf({ title: '', chapters: [chapter('a', { title: '' })] })[0]!.tags).toEqual({})
})
