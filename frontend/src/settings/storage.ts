// A small memory in this browser; it forgets quietly where storage is forbidden.

/** The memory of the browser, or of one tab only. */
type Memory = 'localStorage' | 'sessionStorage'

export function readStored<T>(name: string, otherwise: T, memory: Memory = 'localStorage'): T {
  try {
    const text = globalThis[memory].getItem(`ruche.${name}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function writeStored(name: string, value: unknown, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].setItem(`ruche.${name}`, JSON.stringify(value))
  } catch {
    // Private windows may refuse: the page works without memory.
  }
}

export function dropStored(name: string, memory: Memory = 'localStorage'): void {
  try {
    globalThis[memory].removeItem(`ruche.${name}`)
  } catch {
    // As above.
  }
}

/** Tells of what another window of this browser has written; returns what ends it. */
export function whenStored(name: string, tell: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === `ruche.${name}`) tell()
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
