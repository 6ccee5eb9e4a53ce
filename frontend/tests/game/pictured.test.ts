import { expect, test } from 'vitest'
import { pictured } from '../../src/game/moves'

test.each([
  ['wA1 bQ/', 'wA1', 'bQ', '↗'],
  ['wA1 -bQ', 'wA1', 'bQ', '←'],
  ['wB1 \\bG2', 'wB1', 'bG2', '↖'],
  ['wB1 bG2', 'wB1', 'bG2', '⤒'],
  ['wA1 xbQ', 'wA1', 'bQ', '✕'],
  ['wW1 *bL', 'wW1', 'bL', '⚡'],
  ['bF =bW', 'bF', 'bW', '↻'],
  ['hc =w', 'hc', null, '↻'],
  ['wS1', 'wS1', null, ''],
  ['pass', null, null, ''],
])('%s is told by its pieces and a sign', (text, actor, other, sign) => {
  expect(pictured(text)).toMatchObject({ actor, other, sign })
})
