// Words for those who listen to the page: moves, refusals, offers, spoken by a live region.
import { untrack } from 'svelte'

export const announcer = $state({ polite: '', urgent: '' })

// The same words twice in a row would stay silent; an invisible change makes them new. Who announces from an
// effect does not come to depend on what was said before.
const fresh = (sentence: string, before: string): string => (sentence === before ? `${sentence}\u00a0` : sentence)

export function announce(sentence: string): void {
  untrack(() => (announcer.polite = fresh(sentence, announcer.polite)))
}

export function alarm(sentence: string): void {
  untrack(() => (announcer.urgent = fresh(sentence, announcer.urgent)))
}
