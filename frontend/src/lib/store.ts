// A small memory in this browser; it forgets quietly where storage is forbidden.

export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`ruche.${name}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`ruche.${name}`, JSON.stringify(value))
  } catch {
    // Private windows may refuse: the page works without memory.
  }
}
