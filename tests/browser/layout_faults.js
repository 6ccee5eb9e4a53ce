// What is wrong with the layout of a page, in words; nothing where all is well.
() => {
  const faults = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`${root.scrollWidth - root.clientWidth} px wider than the window`)

  const name = (element) => {
    const said = element.getAttribute('aria-label') || element.textContent.trim().replace(/\s+/g, ' ')
    return `${element.tagName.toLowerCase()}.${[...element.classList].filter((one) => !one.startsWith('svelte-')).join('.')} "${said.slice(0, 40)}"`
  }
  /** Hidden from sight on purpose: read aloud only, or shown on focus. */
  const isUnseen = (element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.hidden, .skip, [aria-hidden=true], svg') !== null ||
    getComputedStyle(element).clipPath.startsWith('inset(50%')
  const clips = (style) => ['hidden', 'clip'].includes(style.overflowX)
  const scrolls = (style) => ['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY)

  for (const element of document.querySelectorAll('body *')) {
    if (isUnseen(element)) continue
    const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    if (!ownText) continue
    const style = getComputedStyle(element)
    if (clips(style) && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${name(element)}`)
    const range = document.createRange()
    range.selectNodeContents(element)
    const text = range.getBoundingClientRect()
    if (text.right > innerWidth + 1 || text.left < -1) {
      let within = element.parentElement
      while (within && getComputedStyle(within).overflowX !== 'auto') within = within.parentElement
      if (!within || within === root || within === document.body) faults.push(`beyond the edge: ${name(element)}`)
    }
  }

  /** Over the page for a while, and meant to be. */
  const OVERLAYS = '.shade, .rest, .panel, .bug-card, .veil, .offline, [role=dialog], .prompt, .lens'
  for (const control of document.querySelectorAll('button, a[href], input, select, textarea, summary')) {
    if (isUnseen(control)) continue
    const box = control.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    let inView = x > 0 && x < innerWidth && y > 0 && y < innerHeight && box.width > 0
    for (let at = control.parentElement; at && inView; at = at.parentElement) {
      if (!scrolls(getComputedStyle(at)) && !clips(getComputedStyle(at))) continue
      const frame = at.getBoundingClientRect()
      inView = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom
    }
    if (!inView) continue
    const top = document.elementFromPoint(x, y)
    const label = control.closest('label') ?? document.querySelector(`label[for="${control.id || '-'}"]`)
    if (!top || control.contains(top) || top.contains(control) || label?.contains(top) || top.closest(OVERLAYS)) continue
    faults.push(`covered: ${name(control)} by ${name(top)}`)
  }
  return faults
}
