// Who may write in studies: this browser's own token, by which its studies are made, and those of links that edit.
import { readStored, writeStored } from '../settings/storage'

/** Nothing that is easily mistaken for something else. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 12

/** An id for a new study, drawn by lot: nobody has to be asked. */
export function newId(length = ID_LENGTH): string {
  const most = 256 - (256 % LETTERS.length) // so that every letter is as likely
  let id = ''
  while (id.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < most && id.length < length) id += LETTERS[byte % LETTERS.length]
  return id
}

function makerToken(): string {
  const known = readStored('maker', '')
  if (known) return known
  const token = newId(32)
  writeStored('maker', token)
  return token
}

/** The token to show for a study, or, without an id, for the list of one's own. */
export const studyToken = (id: string): string => readStored<Record<string, string>>('editing', {})[id] ?? makerToken()

/** Keeps the token of a link that edits. */
export const keepEditing = (id: string, token: string): void =>
  writeStored('editing', { ...readStored<Record<string, string>>('editing', {}), [id]: token })
