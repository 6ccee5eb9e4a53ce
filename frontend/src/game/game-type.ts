// Putting together the name of a game type from what is ticked, and back. What there is comes from the rules; what
// can be combined is for the server to judge.
import { ALIASES, EXTRAS, MODULES, OWN_MIX } from '../generated/facts'

export interface Ticks {
  venom: boolean
  letters: string[]
  modules: string[]
  mix: Record<string, number>
}

export const plain = (): Ticks => ({ venom: false, letters: [], modules: [], mix: {} })

const isExtra = (letter: string): boolean => EXTRAS.some((extra) => extra.letter === letter)

/** What an own mix may count; extras are ticked instead. */
export const MIXED = OWN_MIX.filter(({ letter }) => !isExtra(letter))

/** Whether what a module needs is ticked. */
export function canAdd({ needs }: (typeof MODULES)[number], { venom, modules }: Ticks): boolean {
  return !needs.length || needs.some((need) => (need === 'Venom' ? venom : modules.includes(need)))
}

export function compose(ticks: Ticks): string {
  const parts = [ticks.venom ? 'Venom' : 'Base']
  const letters = EXTRAS.map(({ letter }) => letter)
    .filter((letter) => ticks.letters.includes(letter))
    .join('')
  if (letters) parts.push(letters)
  if (!ticks.venom) {
    const mix = OWN_MIX.filter(({ letter, usual }) => (ticks.mix[letter] ?? usual) !== usual)
      .map(({ letter }) => `${letter}${ticks.mix[letter]}`)
      .join('')
    if (mix) parts.push(mix)
  }
  for (const module of MODULES)
    if (ticks.modules.includes(module.name) && canAdd(module, ticks)) parts.push(module.name)
  return parts.join('+')
}

export function decompose(type: string): Ticks {
  const [first = '', ...rest] = type.split('+')
  const ticks = plain()
  for (const part of [...((ALIASES as Record<string, string>)[first] ?? first).split('+'), ...rest]) {
    if (part === 'Venom') ticks.venom = true
    else if (MODULES.some(({ name }) => name === part)) ticks.modules.push(part)
    else if ([...part].every(isExtra)) ticks.letters = [...part]
    else for (const [, letter, count] of part.matchAll(/([A-Z])(\d)/g)) ticks.mix[letter!] = Number(count)
  }
  return ticks
}
