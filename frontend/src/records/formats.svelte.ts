// The formats of records, as the server lists them: it reads and writes each.
import { api } from '../net/api'
import { CachedList } from '../net/cached-list.svelte'
import type { Format } from '../net/types'
import { has, t } from '../words/catalogue.svelte'

export const formats = new CachedList<Format>(api.formats)

export const formatName = (name: string): string => (has(`format.${name}`) ? t(`format.${name}`) : name)

/** The end of a file's name; the server names it with the first. */
export const suffixOf = (name: string): string => formats.list.find((one) => one.name === name)?.suffixes[0] ?? '.txt'
