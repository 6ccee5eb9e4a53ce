// What should be seen, within a panel that scrolls.
import { afterFrame } from './after-frame.svelte'

/** For what opens below its button. */
export const intoSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' })

/**
 * Scrolls a box, and nothing else, until it shows one of its elements. The box is positioned by its style. That is done
 * when the frame has been drawn: where elements lie is known then, and is not worked out twice.
 */
export const scrollWithin = (box: HTMLElement, find: () => HTMLElement | null): (() => void) =>
  afterFrame(() => scroll(box, find()))

function scroll(box: HTMLElement, element: HTMLElement | null): void {
  if (!element) return
  const [top, bottom] = [element.offsetTop - 8, element.offsetTop + element.offsetHeight + 8]
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
