// Addresses of the pages. Links are plain `<a href>`; a click on one changes the page without loading it anew.

export const route = $state({ path: location.pathname, query: location.search, hash: location.hash })

function update(): void {
  route.path = location.pathname
  route.query = location.search
  route.hash = location.hash
}

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  update()
  if (!replace) scrollTo(0, 0)
}

/** The parts of the path: `/learn/ant` gives `['learn', 'ant']`. */
export const parts = (): string[] => route.path.split('/').filter(Boolean).map(decodeURIComponent)

export function listen(): () => void {
  const click = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = (event.target as Element | null)?.closest?.('a')
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || url.pathname.startsWith('/api')) return
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return
    event.preventDefault()
    go(url.pathname + url.search + url.hash)
  }
  addEventListener('popstate', update)
  addEventListener('hashchange', update)
  document.addEventListener('click', click)
  return () => {
    removeEventListener('popstate', update)
    removeEventListener('hashchange', update)
    document.removeEventListener('click', click)
  }
}
