import { expect, test } from 'vitest'
import { SMALLEST, handSize } from '../../src/play/hand-size'

test('few kinds lie in one row, as large as there is room', () => {
  expect(handSize(5, 290, 2)).toEqual({ rows: 1, size: 58, scrolls: false })
  expect(handSize(2, 290, 2)).toEqual({ rows: 1, size: 62, scrolls: false })
})

test('more rows are taken only where one would make them too small to touch', () => {
  expect(handSize(8, 390, 2)).toEqual({ rows: 1, size: 48, scrolls: false })
  expect(handSize(8, 300, 2)).toEqual({ rows: 2, size: 62, scrolls: false })
})

test('where there is room, a row more makes them larger', () => {
  expect(handSize(8, 390, 3, { good: 54 })).toEqual({ rows: 2, size: 62, scrolls: false })
  expect(handSize(20, 330, 3, { good: 54 })).toEqual({ rows: 3, size: 47, scrolls: false })
})

test('none is larger than it may be', () => {
  expect(handSize(7, 236, 2, { largest: 48 })).toEqual({ rows: 2, size: 48, scrolls: false })
})

test('where room is dear they are smaller, in fewer rows', () => {
  const dense = { smallest: 36, largest: 46 }
  expect(handSize(8, 356, 3, dense)).toEqual({ rows: 1, size: 44, scrolls: false })
  expect(handSize(3, 356, 3, dense)).toEqual({ rows: 1, size: 46, scrolls: false })
})

test('twenty kinds fit beside a board on a desktop, and are moved sideways on a phone', () => {
  expect(handSize(20, 330, 4)).toEqual({ rows: 3, size: 47, scrolls: false })
  expect(handSize(20, 390, 2)).toEqual({ rows: 2, size: SMALLEST, scrolls: true })
})
