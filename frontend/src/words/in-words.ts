// Sentences of the server for who has notation switched off: names of pieces and of game types in words.
import { pieceName, pieceOf } from '../board/names'
import { typeName } from '../game/game-type'
import { settings } from '../settings/settings.svelte'

const TYPE = /'?\b((?:Base|Venom)(?:\+[A-Za-z0-9]+)+)'?/g
const PIECE = /'?\b([wb][A-Z]\d?)\b'?/g

export function inWords(text: string): string {
  if (settings.notation) return text
  return text
    .replace(TYPE, (_, type: string) => typeName(type))
    .replace(PIECE, (whole, name: string) => (pieceOf(name).bug ? pieceName(pieceOf(name)) : whole))
}
