// The lessons: for each a few exercises on a set-up position. Texts are in the catalogue, `learn.<id>` and
// `learn.<id>_task<n>`; what is legal is for the server to say; a lesson only names what it hopes to see played.
import type { Colour, SetUp } from '../lib/types'
import written from './lessons.json'

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
  part: string
  bug: string
  exercises: Exercise[]
}

/** Reads `0,0:wQ 1,0:bA,wB`, hexes with their pieces, bottom first, and `w5`, the side to move and its turn. */
export function lay(hive: string, turn: string): SetUp {
  const stacks = hive.split(' ').map((part) => {
    const [hex, pieces] = part.split(':') as [string, string]
    const [q, r] = hex.split(',').map(Number) as [number, number]
    return { q, r, pieces: pieces.split(',') }
  })
  return { stacks, colour: turn[0] as Colour, turn: Number(turn.slice(1)) }
}

export const LESSONS: Lesson[] = written.map((lesson) => ({
  ...lesson,
  exercises: lesson.exercises.map(({ hive, turn, steps, ...rest }) => ({
    ...rest,
    setup: hive !== null && turn !== null ? lay(hive, turn) : null,
    steps: steps.map((step) => new RegExp(step)),
  })),
}))
