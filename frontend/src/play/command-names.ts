// What the buttons that spell an action are called.
import { t } from '../words/catalogue.svelte'

export function commandName(command: string): string {
  const [kind, name] = command.split(':')
  return t(`command.${kind}`, { piece: name ?? '' })
}
