// What should be seen, within a panel that scrolls.

/** For what opens below its button. */
export const intoSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' })

/** Scrolls a box, and nothing else, until it shows one of its elements. The box is positioned by its style. */
export function scrollWithin(box: HTMLElement, element: HTMLElement | null): void {
  if (!element) return
  const [top, bottom] = [element.offsetTop - 8, element.offsetTop + element.offsetHeight + 8]
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
