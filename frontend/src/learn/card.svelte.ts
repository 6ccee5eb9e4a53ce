// The card of a bug, wherever one is seen: whatever shows a bug says so by `data-bug`. A mouse that rests on it, a
// finger held on it or the key I open the card; any press, scroll or key closes it.

const HOVER_MS = 700
const LONG_PRESS_MS = 500
const LEAVE_MS = 250
const SLACK = 8

interface Card {
  /** Empty while none is open. */
  bug: string
  /** What it is about. */
  at: DOMRect
  /** Where it lies: beside that, or in a corner of the board, where it is in nobody's way. */
  corner: 'left' | 'right' | null
  byKey: boolean
}
export const card = $state<Card>({ bug: '', at: new DOMRect(), corner: null, byKey: false })

let timer: ReturnType<typeof setTimeout> | undefined

function open(element: Element, byKey = false): void {
  clearTimeout(timer)
  Object.assign(card, {
    bug: element.getAttribute('data-bug') ?? '',
    at: element.getBoundingClientRect(),
    corner: null,
    byKey,
  })
}

/** A mouse rests: a piece on the board may be about to move, and the hexes around it are left free. */
function openForMouse(element: Element): void {
  open(element)
  const board = element.closest('.board')?.getBoundingClientRect()
  if (!board) return
  card.corner = card.at.left + card.at.right > board.left + board.right ? 'left' : 'right'
  card.at = board
}

export function closeCard(): void {
  clearTimeout(timer)
  card.bug = ''
}

const bugOf = (event: Event): Element | null => (event.target as Element | null)?.closest?.('[data-bug]') ?? null
const isInCard = (event: Event): boolean => Boolean((event.target as Element | null)?.closest?.('.bug-card'))

/** What the mouse is over: it has moved there, and not the bug under it. */
let over: Element | null = null

function hover(event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || event.buttons) return
  const bug = bugOf(event)
  if (bug === over) return
  over = bug
  clearTimeout(timer)
  if (bug) timer = setTimeout(() => openForMouse(bug), HOVER_MS)
  else if (card.bug && !card.byKey && !isInCard(event)) timer = setTimeout(closeCard, LEAVE_MS)
}

function press(event: PointerEvent): void {
  if (isInCard(event)) return
  closeCard()
  const bug = bugOf(event)
  if (!bug || event.pointerType === 'mouse') return
  timer = setTimeout(() => {
    open(bug)
    // The click that ends a long press is not one.
    addEventListener('click', swallow, { capture: true, once: true })
    addEventListener('pointerdown', () => removeEventListener('click', swallow, { capture: true }), { once: true })
  }, LONG_PRESS_MS)
  const from = { x: event.clientX, y: event.clientY }
  const stay = (move: PointerEvent): void => {
    if (move.type === 'pointermove' && Math.hypot(move.clientX - from.x, move.clientY - from.y) < SLACK) return
    clearTimeout(timer)
    for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const) removeEventListener(name, stay)
  }
  for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const) addEventListener(name, stay)
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

function key(event: KeyboardEvent): void {
  const { activeElement: focused } = document
  const typed = focused?.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  if (isInCard(event) && event.key !== 'Escape') return
  const was = card.bug
  closeCard()
  if (event.key.toLowerCase() !== 'i' || typed || event.ctrlKey || event.metaKey || event.altKey) return
  const bug = (was && over) || focused?.closest('[data-bug]') || focused?.querySelector('[data-bug]') || over
  if (bug && !(was && card.byKey)) open(bug, true)
}

/** Listens to the whole document; answers how to stop. */
export function watchCards(): () => void {
  const listeners = [
    ['pointermove', hover],
    ['pointerdown', press],
    ['keydown', key],
    ['wheel', closeCard],
  ] as [string, (event: Event) => void][]
  for (const [name, listener] of listeners) addEventListener(name, listener, { passive: true })
  return () => listeners.forEach(([name, listener]) => removeEventListener(name, listener))
}
