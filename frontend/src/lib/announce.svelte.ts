// Words for those who listen to the page: moves, refusals, offers, spoken by a live region.

export const announcer = $state({ polite: '', urgent: '' })

export function announce(sentence: string): void {
  // The same words twice in a row would stay silent; an invisible change makes them new.
  announcer.polite = sentence === announcer.polite ? `${sentence}\u00a0` : sentence
}

export function alarm(sentence: string): void {
  announcer.urgent = sentence === announcer.urgent ? `${sentence}\u00a0` : sentence
}
