// Names of pieces and hexes in words, for labels and for those who listen to the page.
import { DIRECTIONS, key, opposite, step, type Hex } from './hex'
import { BUGS, NEUTRAL } from '../generated/facts'
import type { PieceView, StackView } from '../generated/messages'
import { settings } from '../settings/settings.svelte'
import { bugName, t } from '../words/catalogue.svelte'

export function pieceName(piece: Pick<PieceView, 'bug' | 'colour' | 'name'>): string {
  const number = /\d+$/.exec(piece.name)?.[0] ?? ''
  const bug = bugName(piece.bug).toLowerCase()
  if (!piece.colour) return bug
  return t(`piece.${piece.colour}`, { bug, number }).trim().replace(/\s+/g, ' ')
}

/** What the name of a piece tells. */
export const pieceOf = (name: string): PieceView =>
  name === NEUTRAL.letter
    ? { name, bug: NEUTRAL.bug, colour: null }
    : {
        name,
        bug: BUGS.find(({ letter }) => letter === name[1])?.bug ?? '',
        colour: name.startsWith('w') ? 'w' : 'b',
      }

/** What stands on a hex, the top first, and what holds for the top. */
export function stackName(stack: StackView): string {
  const pieces = stack.pieces.toReversed()
  const top = pieces[0]
  if (!top) return ''
  const names = pieces.map(pieceName)
  const whole = names.length > 1 ? t('hex.stack', { n: names.length, pieces: names.join(t('hex.on')) }) : names[0]!
  const notes = [
    top.held_back && t('hex.resting'),
    top.stung && t('hex.stung'),
    settings.threats && pieces.some(({ threatened }) => threatened) && t('hex.threatened'),
  ]
  return [whole, ...notes].filter(Boolean).join(', ')
}

/** An empty hex is named by a piece beside it. */
export function emptyName(hex: Hex, stacks: ReadonlyMap<string, StackView>, beside = step): string {
  for (const direction of DIRECTIONS) {
    const top = stacks.get(key(beside(hex, direction)))?.pieces.at(-1)
    if (top) return t('hex.empty', { where: t(`hex.side_${opposite(direction)}`), piece: pieceName(top) })
  }
  return t('hex.free')
}
