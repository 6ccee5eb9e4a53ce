// What the buttons that spell an action are called.
import { pieceName, pieceOf } from '../board/names'
import { BUGS } from '../generated/facts'
import { bugName, t } from '../words/catalogue.svelte'

/** The bug on the other side. */
export const otherFace = (bug: string | undefined): string | null => BUGS.find((one) => one.bug === bug)?.other ?? null

/** `held`: the bug that is held, for a command that is about it. */
export function commandName(command: string, held?: string): string {
  const [kind, name] = command.split(':')
  return t(`command.${kind}`, {
    piece: name ? pieceName(pieceOf(name)) : '',
    face: bugName(otherFace(held) ?? '').toLowerCase(),
  })
}
