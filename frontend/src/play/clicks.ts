// From clicks to actions. The server spells each legal action as a sequence of click tokens; the page keeps the
// actions that begin with what was clicked, and offers the tokens that can follow.
import { MARKS, NEUTRAL } from '../generated/facts'
import type { Side, SpelledAction } from '../generated/messages'
import { key, type Hex } from '../board/hex'
import type { Aim } from '../board/props'

/** How tokens begin. */
export const HEX = 'hex:'
export const HAND = 'hand:'
export const FACE = 'face:'
export const COMMAND = 'do:'
/** Commands: to steal a piece, to turn the neutral piece. */
export const STEAL = 'steal:'
export const TURN_NEUTRAL = NEUTRAL.letter

export const hexToken = (hex: Hex): string => HEX + key(hex)
export const handToken = (colour: Side, bug: string): string => `${HAND}${colour}:${bug}`
export const faceToken = (bug: string): string => FACE + bug
export const commandToken = (command: string): string => COMMAND + command

/** What follows a beginning; null if the text does not begin so. */
export const after = (beginning: string, text: string | null | undefined): string | null =>
  text?.startsWith(beginning) ? text.slice(beginning.length) : null

export function matching(actions: readonly SpelledAction[], clicked: readonly string[]): SpelledAction[] {
  return actions.filter(
    ({ clicks }) => clicks.length >= clicked.length && clicked.every((token, i) => clicks[i] === token),
  )
}

/** The tokens that may follow, in the order in which the server lists the actions. */
export function following(actions: readonly SpelledAction[], clicked: readonly string[]): Set<string> {
  const tokens = new Set<string>()
  for (const { clicks } of matching(actions, clicked)) {
    const next = clicks[clicked.length]
    if (next !== undefined) tokens.add(next)
  }
  return tokens
}

export const spelled = (actions: readonly SpelledAction[], clicked: readonly string[]): SpelledAction | null =>
  matching(actions, clicked).find(({ clicks }) => clicks.length === clicked.length) ?? null

export type Pressed =
  | { kind: 'more'; clicked: string[] }
  | { kind: 'play'; action: SpelledAction }
  | { kind: 'cleared' }
  | { kind: 'refused'; clicked: string[] }

/**
 * What a click does: it goes on with the action begun, or changes a step of it (another face, another victim), or
 * begins another, or lets go of what it had clicked, or is refused (and then the server is asked why).
 */
export function press(actions: readonly SpelledAction[], clicked: readonly string[], token: string): Pressed {
  for (let kept = clicked.length; kept >= 0; kept--) {
    const begun = clicked.slice(0, kept)
    if (!following(actions, begun).has(token)) continue
    if (clicked[kept] === token) return letGo(actions, begun, token)
    const now = [...begun, token]
    const action = spelled(actions, now)
    if (!action) return more(actions, now)
    // Steps back are for choosing: what ends an action goes on from all that was clicked.
    if (kept === clicked.length || kept === 0) return { kind: 'play', action }
  }
  return { kind: 'refused', clicked: [...clicked, token] }
}

/** A second click: on a victim it takes up that piece itself, if it may act; else the click is undone. */
function letGo(actions: readonly SpelledAction[], begun: readonly string[], token: string): Pressed {
  if (begun.length === 0) return { kind: 'cleared' }
  return more(actions, following(actions, []).has(token) ? [token] : begun)
}

/** Where only a face can follow, the first is taken: it can be changed as long as the piece is held. */
function more(actions: readonly SpelledAction[], clicked: readonly string[]): Pressed {
  const next = [...following(actions, clicked)]
  const isFace = next.every((token) => token.startsWith(FACE))
  return { kind: 'more', clicked: isFace ? [...clicked, next[0]!] : [...clicked] }
}

export interface Offered {
  hexes: Set<string>
  hands: Set<string>
  faces: string[]
  commands: string[]
}

/** The tokens that may follow, sorted by what the page shows them as. */
export function offered(tokens: Iterable<string>): Offered {
  const sorted: Offered = { hexes: new Set(), hands: new Set(), faces: [], commands: [] }
  for (const token of tokens) {
    const [hex, face, command] = [HEX, FACE, COMMAND].map((kind) => after(kind, token))
    if (hex) sorted.hexes.add(hex)
    else if (face) sorted.faces.push(face)
    else if (command) sorted.commands.push(command)
    else if (token.startsWith(HAND)) sorted.hands.add(token)
  }
  return sorted
}

/** By the mark before the name of its target, what an action does there. */
const AIMS: Record<string, Aim> = { [MARKS.kill]: 'kill', [MARKS.sting]: 'sting', [MARKS.swap]: 'swap' }

/** What the hexes that may follow are for, where it is more than a step. */
export function aimsOf(actions: readonly SpelledAction[], clicked: readonly string[]): Map<string, Aim> {
  const aims = new Map<string, Aim>()
  for (const { clicks, text } of matching(actions, clicked)) {
    const hex = after(HEX, clicks[clicked.length])
    const aim = clicks.slice(clicked.length + 1).some((token) => token.startsWith(HEX))
      ? 'take'
      : AIMS[text.split(' ')[1]?.[0] ?? '']
    if (hex && aim) aims.set(hex, aim)
  }
  return aims
}

const hexesOf = (tokens: readonly string[]): string[] => tokens.flatMap((token) => after(HEX, token) ?? [])

/** The last hex among the clicks: where a choice is shown. */
export const lastHex = (clicked: readonly string[]): string | null => hexesOf(clicked).at(-1) ?? null

/** Where an action starts and ends on the board, for an arrow. */
export function arrowOf(action: SpelledAction): { from: string | null; to: string } | null {
  const hexes = hexesOf(action.clicks)
  const to = hexes.at(-1)
  if (to === undefined) return null
  return { from: hexes.length > 1 ? hexes[0]! : null, to }
}
