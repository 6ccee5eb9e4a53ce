// The formats of records, as the server lists them: it reads and writes each.
import { api } from '../net/api'
import { CachedList } from '../net/cached-list.svelte'
import type { FormatView } from '../generated/messages'
import { has, t } from '../words/catalogue.svelte'

export const formats = new CachedList<FormatView>(api.records.listing)

export const formatName = (name: string): string => (has(`format.${name}`) ? t(`format.${name}`) : name)

/** The end of a file's name; the server names it with the first. */
export const suffixOf = (name: string): string => formats.list.find((one) => one.name === name)?.suffixes[0] ?? '.txt'
