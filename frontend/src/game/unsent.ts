// The one action that waits for the network, kept in this browser: it survives closing the page.
import { readStored, writeStored } from '../settings/storage'
import type { Play } from '../generated/messages'

type Waiting = Play & { request: string }

const STORED_AS = 'unsent'

export function writeUnsent(id: string, play: Waiting | null): void {
  const { [id]: _, ...others } = readStored<Record<string, Waiting>>(STORED_AS, {})
  writeStored(STORED_AS, play ? { ...others, [id]: play } : others)
}

export const readUnsent = (id: string): Waiting | null => readStored<Record<string, Waiting>>(STORED_AS, {})[id] ?? null
