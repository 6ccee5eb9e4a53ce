import { expect, it } from 'vitest'
import { drawing } from '../plugins/art'

it('a picture is taken out of its file', () => {
  const svg =
    '<svg viewBox="0 0 1 1" data-accent="#fff" data-accent-dark="#000">\n <g>\n  <path d="M0 0"/>\n </g>\n</svg>'
  expect(drawing(svg)).toEqual({ inner: '<g><path d="M0 0"/></g>', light: '#fff', dark: '#000' })
  expect(() => drawing('<svg></svg>')).toThrow('names its accents')
})
