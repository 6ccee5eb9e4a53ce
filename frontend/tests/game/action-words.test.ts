import { afterEach, expect, test } from 'vitest'
import { actionText, actionWords } from '../../src/game/action-words'
import { worded } from '../../src/learn/worded'
import { settings } from '../../src/settings/settings.svelte'

afterEach(() => Object.assign(settings, { notation: false, language: 'en' }))

test.each([
  ['wA1 bQ/', 'white ant 1, above right of black queen bee'],
  ['wA1 -bQ', 'white ant 1, left of black queen bee'],
  ['wB1 bG2', 'white beetle 1 onto black grasshopper 2'],
  ['wS1', 'white spider 1'],
  ['wC ~bA1', 'white centipede swaps with black ant 1'],
  ['hc =w', 'honeycombo turns over'],
  ['pass', 'Pass'],
])('%s is told in words', (text, words) => {
  expect(actionWords(text)).toBe(words)
})

test('only who reads notation is shown it', () => {
  expect(actionText('wS1')).toBe('white spider 1')
  settings.notation = true
  expect(actionText('wS1')).toBe('wS1')
})

test('what is said below a diagram is in words, and what a page says of notation is as it was', () => {
  const html = '<p><code>wA1</code></p><figcaption>wG1 may go. <code>bA1 wQ/</code></figcaption>'
  expect(worded(html)).toBe(
    '<p><code>wA1</code></p><figcaption>white grasshopper 1 may go. ' +
      '<b>black ant 1, above right of white queen bee</b></figcaption>',
  )
  settings.notation = true
  expect(worded(html)).toBe(html)
})
