// An action for those who do not read notation, where the server has said no sentence about it: in lines that nobody
// has played, and wherever there is room for a few words only.
import { pieceName, pieceOf } from '../board/names'
import { settings } from '../settings/settings.svelte'
import { t } from '../words/catalogue.svelte'
import { inWords } from '../words/in-words'
import { pictured } from './moves'

/** By the sign of an action: on which side of the other piece it ends, or what is done to that. */
const SIDES: Record<string, string> = { '←': 'w', '→': 'e', '↖': 'nw', '↗': 'ne', '↙': 'sw', '↘': 'se' }
const DEEDS: Record<string, string> = { '↻': 'turn', '⚡': 'sting', '⇄': 'swap', '✕': 'kill', '⤒': 'onto' }

export function actionWords(text: string): string {
  const { actor, other, sign } = pictured(text)
  if (!actor) return text === 'pass' ? t('command.pass') : inWords(text)
  const piece = pieceName(pieceOf(actor))
  const beside = other ? pieceName(pieceOf(other)) : ''
  const side = SIDES[sign]
  if (side) return t('action.beside', { piece, where: t(`hex.side_${side}`), other: beside })
  const deed = DEEDS[sign]
  if (!deed) return piece
  return beside ? t(`action.${deed}`, { piece, other: beside }) : t('action.turned', { piece })
}

/** An action as this player reads it. */
export const actionText = (text: string): string => (settings.notation ? text : actionWords(text))
