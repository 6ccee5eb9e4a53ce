// The lessons: for each a few exercises on a set-up position. Texts are in the catalogue, `learn.<id>` and
// `learn.<id>_task<n>`; what is legal is for the server to say; a lesson only names what it hopes to see played.
import type { SetUp } from '../lib/types'

export interface Exercise {
  type: string
  setup: SetUp | null
  /** Played before the exercise starts. */
  actions: string[]
  /** The hex to reach, marked on the board. */
  goal: string | null
  /** For each action asked for: what its clicks (or, without clicks, its text) must look like. */
  steps: RegExp[]
}

export interface Lesson {
  id: string
  part: 'start' | 'base' | 'venom' | 'modes'
  bug: string
  exercises: Exercise[]
}

/** `'0,0:wQ 1,0:bA,wB'`: hexes with their pieces, bottom first. */
function lay(text: string, colour: 'w' | 'b' = 'w', turn = 5): SetUp {
  const stacks = text.split(' ').map((part) => {
    const [hex, pieces] = part.split(':') as [string, string]
    const [q, r] = hex.split(',').map(Number) as [number, number]
    return { q, r, pieces: pieces.split(',') }
  })
  return { stacks, colour, turn }
}

/** A piece is to go from one hex to another. */
const reach = (type: string, text: string, from: string, to: string): Exercise => ({
  type,
  setup: lay(text),
  actions: [],
  goal: to,
  steps: [new RegExp(`^hex:${from} hex:${to}(?: |$)`)],
})

const base = (id: string, bug: string, ...exercises: Exercise[]): Lesson => ({ id, part: 'base', bug, exercises })
const venom = (id: string, bug: string, ...exercises: Exercise[]): Lesson => ({ id, part: 'venom', bug, exercises })

const FULL = 'Base+MLP'
const VENOM = 'Venom+MLP'

export const LESSONS: Lesson[] = [
  {
    id: 'placing',
    part: 'start',
    bug: 'ant',
    exercises: [
      { type: 'Base', setup: lay('0,0:wQ 1,0:bQ', 'w', 2), actions: [], goal: '-1,0', steps: [/^hand:w:ant hex:-1,0/] },
      {
        type: 'Base',
        setup: lay('0,0:wA -1,0:wG -1,1:wS 1,0:bQ 2,0:bA', 'w', 4),
        actions: [],
        goal: null,
        steps: [/^hand:w:queen_bee /],
      },
    ],
  },
  {
    id: 'one_hive',
    part: 'start',
    bug: 'spider',
    exercises: [
      {
        type: 'Base',
        setup: lay('-2,0:wA -1,0:wS 0,0:wQ 1,0:bQ 2,0:bA'),
        actions: [],
        goal: null,
        steps: [/^hex:-2,0 /],
      },
    ],
  },
  {
    id: 'sliding',
    part: 'start',
    bug: 'grasshopper',
    exercises: [reach('Base', '1,0:bQ 0,1:bA -1,1:wS -1,0:wQ 0,-1:wA -2,0:wG', '-2,0', '0,0')],
  },
  {
    id: 'winning',
    part: 'start',
    bug: 'queen_bee',
    exercises: [reach('Base', '0,0:bQ 1,0:bA 0,1:wS -1,1:wG -1,0:bS 0,-1:wB -2,1:wQ -1,2:wA', '-1,2', '1,-1')],
  },
  base('queen_bee', 'queen_bee', reach('Base', '0,0:wQ 1,0:wS 2,0:bQ', '0,0', '0,1')),
  base(
    'beetle',
    'beetle',
    reach('Base', '0,0:wQ 1,0:bQ 1,-1:wB', '1,-1', '1,0'),
    reach('Base', '0,0:wQ 1,0:bQ,wB 2,0:bA', '1,0', '1,1'),
  ),
  base('grasshopper', 'grasshopper', reach('Base', '-1,0:wG 0,0:wQ 1,0:bQ 2,0:bS', '-1,0', '3,0')),
  base('spider', 'spider', reach('Base', '-1,0:wS 0,0:wQ 1,0:bQ', '-1,0', '2,-1')),
  base('ant', 'ant', reach('Base', '-1,0:wA 0,0:wQ 1,0:bQ 2,-1:bG 3,-1:bS', '-1,0', '4,-2')),
  base('ladybug', 'ladybug', reach(FULL, '-1,0:wL 0,0:wQ 1,0:bQ 1,-1:bS', '-1,0', '2,0')),
  base('pillbug', 'pillbug', reach(FULL, '-1,0:wQ 0,0:wP 1,0:bQ', '-1,0', '1,-1')),
  base('mosquito', 'mosquito', reach(FULL, '-1,0:wM 0,-1:wG 0,0:wQ 1,0:bQ', '-1,0', '2,0')),
  venom('wasp', 'wasp', {
    type: VENOM,
    setup: lay('0,0:wW 1,0:bQ 2,0:bA -1,0:wS'),
    actions: [],
    goal: '2,0',
    steps: [/^hex:0,0 hex:2,0/],
  }),
  venom('scorpion', 'scorpion', reach(VENOM, '-1,0:wO 0,0:wQ 1,0:bQ', '-1,0', '1,-1')),
  venom('firefly', 'firefly', reach(VENOM, '-1,0:wF 0,0:wQ 1,0:bQ', '-1,0', '1,0')),
  venom('fly', 'fly', {
    type: VENOM,
    setup: lay('-1,0:wY 0,0:wQ 1,0:bQ', 'b'),
    actions: ['bA1 bQ-'],
    goal: '3,0',
    steps: [/^hex:-1,0 hex:3,0/],
  }),
  venom('dragonfly', 'dragonfly', reach(VENOM, '-1,0:wD 0,0:wQ 0,1:wS 1,0:bQ', '-1,0', '0,2')),
  venom('tick', 'tick', reach(VENOM, '0,0:wQ 1,0:bQ 2,0:bA 2,-1:wT', '2,0', '-1,0')),
  venom('shield_bug', 'shield_bug', reach(VENOM, '-1,0:wH 0,0:wQ 1,0:bQ', '-1,0', '1,-1')),
  venom('centipede', 'centipede', reach(VENOM, '-1,0:wC 0,0:wQ 1,0:bQ 2,0:bA', '-1,0', '2,0')),
  {
    id: 'venom',
    part: 'modes',
    bug: 'wasp',
    exercises: [
      { type: 'Venom', setup: lay('-1,0:wA 0,0:wQ 1,0:bQ'), actions: [], goal: '-1,0', steps: [/^hex:-1,0 do:flip/] },
      { type: 'Venom', setup: lay('0,0:wQ 1,0:bQ', 'w', 2), actions: [], goal: null, steps: [/^hand:w:spider .*face:scorpion/] },
    ],
  },
  {
    id: 'guardians',
    part: 'modes',
    bug: 'butterfly',
    exercises: [
      {
        type: 'Base+Guardians',
        setup: lay('-1,0:wS 0,0:wQ 1,0:bQ'),
        actions: [],
        goal: '-1,0',
        steps: [/^hand:w:butterfly hex:-1,0/],
      },
      reach('Base+Guardians', '-1,0:wS,wU 0,0:wQ 1,0:bQ', '-1,0', '1,0'),
      reach('Base+Guardians', '-1,0:wS,wN 0,0:wQ 1,-1:bA 1,0:bQ', '-1,0', '1,-1'),
    ],
  },
  {
    id: 'predators',
    part: 'modes',
    bug: 'assassin_bug',
    exercises: [
      reach('Base+Predators', '0,0:wQ 1,0:bQ 2,0:bA 2,-1:wX', '2,-1', '2,0'),
      {
        type: 'Base+Predators',
        setup: lay('-1,0:wR 0,0:wQ 1,0:bQ', 'b'),
        actions: ['bA1 bQ-'],
        goal: '2,0',
        steps: [/^hex:-1,0 hex:2,0/],
      },
    ],
  },
  {
    id: 'honeycombo',
    part: 'modes',
    bug: 'honeycombo',
    exercises: [
      {
        type: 'Base+Honeycombo',
        setup: lay('0,0:hc -1,0:wQ 1,0:bQ', 'b', 4),
        actions: [],
        goal: '0,0',
        steps: [/do:hc/],
      },
      {
        type: 'Base+Honeycombo',
        setup: lay('0,0:hc -1,0:wQ 1,0:bQ', 'b', 4),
        actions: ['hc =w', 'wA1 -wQ'],
        goal: null,
        steps: [/./, /^(?!do:pass)/],
      },
    ],
  },
  {
    id: 'swarm',
    part: 'modes',
    bug: 'ladybug',
    exercises: [
      { type: 'Base+MLP+Swarm', setup: null, actions: [], goal: null, steps: [/^hand w/] },
      {
        type: 'Base+MLP+Swarm',
        setup: null,
        actions: ['hand wA1 wG1 wL', 'hand bA1 bB1 bP', 'wQ', 'bQ wQ-'],
        goal: null,
        steps: [/^do:draw/],
      },
    ],
  },
]
