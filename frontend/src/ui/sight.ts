/** For what opens below its button, where a panel may have to scroll to show it. */
export const intoSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' })
