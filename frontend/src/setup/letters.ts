/** The letter of each face in the notation, for the set-up editor, in the order of its palette. */
export const LETTER: Record<string, string> = {
  queen_bee: 'Q',
  wasp: 'W',
  spider: 'S',
  scorpion: 'O',
  beetle: 'B',
  firefly: 'F',
  ant: 'A',
  fly: 'Y',
  grasshopper: 'G',
  dragonfly: 'D',
  mosquito: 'M',
  tick: 'T',
  ladybug: 'L',
  shield_bug: 'H',
  pillbug: 'P',
  centipede: 'C',
  butterfly: 'U',
  moth: 'N',
  praying_mantis: 'R',
  assassin_bug: 'X',
}

/** The face of each letter. */
export const BUG: Record<string, string> = Object.fromEntries(
  Object.entries(LETTER).map(([bug, letter]) => [letter, bug]),
)
