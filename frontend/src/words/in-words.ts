// Sentences of the server for who has notation switched off: names of pieces, turns and game types in words.
import { pieceName, pieceOf } from '../board/names'
import { isKnown, typeName } from '../game/game-type'
import { settings } from '../settings/settings.svelte'
import { t } from './catalogue.svelte'

const TYPE = /'?\b((?:Base|Venom)(?:\+[A-Za-z0-9]+)+)'?/g
const PIECE = /'?\b([wb][A-Z]\d?)\b'?/g

/** What a sentence is about; elsewhere it is an example of notation. */
const TURN = /^(White|Black)\[(\d+)\](?=\s?:)/

/** A record that is quoted, or what one looks like: it is to be found again as it was written. */
const RECORD = /;\S/

export function inWords(text: string): string {
  if (settings.notation || RECORD.test(text)) return text
  return text
    .replace(TYPE, (whole, type: string) => (isKnown(type) ? typeName(type) : whole))
    .replace(TURN, (_, side: string, n: string) => t(side === 'White' ? 'turn.w' : 'turn.b', { n }))
    .replace(PIECE, (whole, name: string) => (pieceOf(name).bug ? pieceName(pieceOf(name)) : whole))
}
