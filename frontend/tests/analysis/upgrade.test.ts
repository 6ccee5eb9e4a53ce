import { describe, expect, it } from 'vitest'
import { fromLink } from '../../src/analysis/link'
import { upgradeStudy } from '../../src/analysis/upgrade'

// Both as the page of ruche 0.1 wrote them.
const OLD_STUDY = JSON.stringify({
  type: 'Base+MLP',
  options: { repetition: 'off' },
  setup: {
    stacks: [{ q: 0, r: 0, pieces: ['wS1'] }],
    colour: 'b',
    last: [{ deed: 'moved', at: [0, 0], from: [1, 0] }],
  },
  tags: { White: 'Ada' },
  tree: [
    {
      action: 'bG1 -wS1',
      comment: 'main',
      children: [
        { action: 'wQ wS1/', comment: null, children: [] },
        { action: 'wA1 wS1/', comment: null, children: [{ action: 'bQ -bG1', comment: null, children: [] }] },
      ],
    },
    { action: 'bA1 -wS1', comment: null, children: [] },
  ],
  at: [0, 1],
  key: '1790000000000',
})
const OLD_LINK =
  '#type=Venom&setup=%7B%22stacks%22%3A%5B%5D%2C%22last%22%3A%5B%7B%22deed%22%3A%22stung%22%2C%22at%22%3A%5B0%2C1%5D%7D%5D%7D'

describe('what ruche 0.1 kept', () => {
  it('is a study with all its variations', () => {
    const study = upgradeStudy(JSON.parse(OLD_STUDY))
    expect(study).toEqual({
      type: 'Base+MLP',
      options: { repetition: 'off' },
      setup: {
        stacks: [{ q: 0, r: 0, pieces: ['wS1'] }],
        colour: 'b',
        last: [{ kind: 'moved', at: [0, 0], from: [1, 0] }],
      },
      tags: { White: 'Ada' },
      nodes: [
        { action: 'bG1 -wS1', comment: 'main', parent: -1 },
        { action: 'wQ wS1/', comment: null, parent: 0 },
        { action: 'wA1 wS1/', comment: null, parent: 0 },
        { action: 'bQ -bG1', comment: null, parent: 2 },
        { action: 'bA1 -wS1', comment: null, parent: -1 },
      ],
      at: [0, 1],
      key: '1790000000000',
    })
    // What is written now stays as it is.
    expect(upgradeStudy(study)).toEqual(study)
  })

  it('is a link with its set-up', () => {
    expect(fromLink(OLD_LINK)?.setup).toEqual({ stacks: [], last: [{ kind: 'stung', at: [0, 1] }] })
  })
})
