// What a record says of its game: who played, how it ended, where and when.
import { t } from '../words/catalogue.svelte'
import type { Side } from '../generated/messages'
import type { Study } from './study.svelte'

/** PGN writes question marks, dots and stars for what is not known. */
const isSaid = (text: string | undefined): text is string => Boolean(text && /[^*?.]/.test(text))

type Tags = Record<string, string>

/** Who played a colour, or else the colour's own name. */
export function nameOf(tags: Tags, colour: Side, say: (key: string) => string = t): string {
  const said = tags[colour === 'w' ? 'White' : 'Black']
  return isSaid(said) ? said : say(colour === 'w' ? 'summary.white' : 'summary.black')
}

/** Who played, if the record names at least one of them. */
export const playersOf = (tags: Tags): string =>
  isSaid(tags['White']) || isSaid(tags['Black']) ? `${nameOf(tags, 'w')} – ${nameOf(tags, 'b')}` : ''

export function gameFacts({ tags, outcome }: Pick<Study, 'tags' | 'outcome'>): string[] {
  const { Date: date, Event: event } = tags
  const result = outcome ? t(`result.${outcome.winner ?? 'draw'}`) : ''
  return [playersOf(tags), result, event, date?.replaceAll('.', '-').replace(/-\?.*$/, '')].filter(isSaid)
}
