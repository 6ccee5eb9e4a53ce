// What the buttons that spell an action are called.
import { t } from '../lib/words.svelte'

export function deedName(deed: string): string {
  const [kind, name] = deed.split(':')
  return t(`deed.${kind}`, { piece: name ?? '' })
}
