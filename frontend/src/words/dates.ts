import { settings } from '../settings/settings.svelte'

/** A moment, given in seconds since 1970, in the language chosen. */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000)
