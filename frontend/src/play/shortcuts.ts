// Keys that work wherever the focus is on a page with a board.

export type Shortcut = 'cancel' | 'hand' | 'board' | 'next' | 'legend'

const KEYS: Record<string, Shortcut> = { Escape: 'cancel', h: 'hand', b: 'board', n: 'next', '?': 'legend' }

/** Is this key a text being typed, or the browser's own? */
export const isTyped = (event: KeyboardEvent): boolean =>
  Boolean(event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select')) ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey

export const shortcut = (key: string): Shortcut | null => KEYS[key] ?? null

/** The one after `at` in a ring of hexes, or the first. */
export function nextIn(hexes: Iterable<string>, at: string): string | null {
  const ring = [...hexes]
  return ring[(ring.indexOf(at) + 1) % ring.length] ?? null
}

/** Is an element used by keyboard, so that its keys are its own? */
export const isKeyed = (element: EventTarget | null): boolean =>
  element instanceof Element && element.matches(':focus-visible')

/** Arrow keys, Home and End step through a record, unless they are needed where the keyboard is used. */
export function stepKey(event: KeyboardEvent, ply: number, end: number, onply: (ply: number) => void): void {
  const { target } = event
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: end }[event.key]
  if (to === undefined || isTyped(event) || !(target instanceof Element)) return
  if (target.closest('[role=slider], [role=tree]')) return
  if (event.key.startsWith('Arrow') && isKeyed(target) && target.closest('[role=application], [role=toolbar]')) return
  onply(Math.min(end, Math.max(0, to)))
  event.preventDefault()
}
