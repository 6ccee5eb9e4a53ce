// Keys that work wherever the focus is on a page with a board.

export type Shortcut = 'cancel' | 'hand' | 'board' | 'next'

const KEYS: Record<string, Shortcut> = { Escape: 'cancel', h: 'hand', b: 'board', n: 'next' }

/** Is this key a text being typed, or the browser's own? */
export const isTyped = (event: KeyboardEvent): boolean =>
  Boolean(event.target instanceof Element && event.target.closest('input, textarea, select')) ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey

export const shortcut = (key: string): Shortcut | null => KEYS[key] ?? null

/** The one after `at` in a ring of hexes, or the first. */
export function nextIn(hexes: Iterable<string>, at: string): string | null {
  const ring = [...hexes]
  return ring[(ring.indexOf(at) + 1) % ring.length] ?? null
}

/** Arrow keys step through a record, unless they are needed where the focus is. */
export function stepKey(event: KeyboardEvent, ply: number, onply: (ply: number) => void): void {
  const isInside =
    event.target instanceof Element && event.target.closest('[role=application], [role=toolbar], [role=slider]')
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (by === undefined || isInside || isTyped(event)) return
  onply(ply + by)
  event.preventDefault()
}
