// What a record says of its game: who played, how it ended, where and when.
import { t } from '../words/catalogue.svelte'
import type { Study } from './study.svelte'

/** PGN writes question marks, dots and stars for what is not known. */
const isSaid = (text: string | undefined): text is string => Boolean(text && /[^*?.]/.test(text))

export function gameFacts({ tags, outcome }: Pick<Study, 'tags' | 'outcome'>): string[] {
  const { White, Black, Date: date, Event: event } = tags
  const names = isSaid(White) && isSaid(Black) ? `${White} – ${Black}` : ''
  const result = outcome ? t(`result.${outcome.winner ?? 'draw'}`) : ''
  return [names, result, event, date?.replaceAll('.', '-').replace(/-\?.*$/, '')].filter(isSaid)
}
