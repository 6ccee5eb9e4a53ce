// An action for those who do not read notation, where the server has said no sentence about it: in lines that nobody
// has played, and wherever there is room for a few words only.
import { pieceName, pieceOf } from '../board/names'
import { MARKS } from '../generated/facts'
import { settings } from '../settings/settings.svelte'
import { t } from '../words/catalogue.svelte'
import { inWords } from '../words/in-words'
import { pictured } from './moves'

export function actionWords(text: string): string {
  const { actor, other, relation } = pictured(text)
  if (!actor) return text === 'pass' ? t('command.pass') : inWords(text)
  const piece = pieceName(pieceOf(actor))
  if (!relation) return piece
  if (!other) return t('action.turned', { piece })
  const values = { piece, other: pieceName(pieceOf(other)) }
  if (relation === 'onto' || relation in MARKS) return t(`action.${relation}`, values)
  return t('action.beside', { ...values, where: t(`hex.side_${relation}`) })
}

/** An action as this player reads it. */
export const actionText = (text: string): string => (settings.notation ? text : actionWords(text))
