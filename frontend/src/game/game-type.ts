// Putting together the name of a game type from what is ticked, and back. What there is comes from the rules; what
// can be combined is for the server to judge.
import { ALIASES, EXTRAS, MODULES, OPTIONS, OPTION_NEEDS, OWN_MIX } from '../generated/facts'
import { bugName, t } from '../words/catalogue.svelte'

export interface Ticks {
  venom: boolean
  letters: string[]
  modules: string[]
  mix: Record<string, number>
}

export const plain = (): Ticks => ({ venom: false, letters: [], modules: [], mix: {} })

const isExtra = (letter: string): boolean => EXTRAS.some((extra) => extra.letter === letter)
const isCounted = (letter: string): boolean => OWN_MIX.some((one) => one.letter === letter)

/** What an own mix may count; extras are ticked instead. */
export const MIXED = OWN_MIX.filter(({ letter }) => !isExtra(letter))

/** Whether what a module needs is ticked. */
export function canAdd({ needs }: (typeof MODULES)[number], { venom, modules }: Ticks): boolean {
  return !needs.length || needs.some((need) => (need === 'Venom' ? venom : modules.includes(need)))
}

export type OptionName = keyof typeof OPTIONS

/** The options that change something in a game, each with what it is by itself and when it is ticked. */
export const optionsOf = ({ venom }: Ticks): { name: OptionName; usual: string; ticked: string }[] =>
  (Object.keys(OPTIONS) as OptionName[])
    .filter((name) => (OPTION_NEEDS as Partial<Record<OptionName, string>>)[name] !== 'Venom' || venom)
    .map((name) => ({ name, usual: OPTIONS[name][0], ticked: OPTIONS[name][1] }))

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
    else for (const [, letter, count] of part.matchAll(/([A-Z])(\d+)/g)) ticks.mix[letter!] = Number(count)
  }
  return ticks
}

/** Whether every part of a type's name is one that is known here. */
export function isKnown(type: string): boolean {
  const [first = '', ...rest] = type.split('+')
  if (first !== 'Base' && first !== 'Venom' && !(first in ALIASES)) return false
  return rest.every((part) => MODULES.some(({ name }) => name === part) || [...part].every(isExtra) || isMix(part))
}

const isMix = (part: string): boolean =>
  /^(?:[A-Z]\d+)+$/.test(part) && [...part.matchAll(/[A-Z]/g)].every(([letter]) => isCounted(letter))

/** How many pieces a player has. */
export function piecesEach({ venom, letters, modules, mix }: Ticks): number {
  const counted = OWN_MIX.map(({ letter, usual }) => (venom ? usual : (mix[letter] ?? usual)))
  const added = MODULES.map(({ name, pieces }) => (modules.includes(name) ? pieces : 0))
  return [1, letters.length, ...counted, ...added].reduce((sum, n) => sum + n) // one: the royal
}

/** What people call a game type: "Base + Mosquito, Ladybug, Pillbug", "Ultimate". */
export function typeName(type: string): string {
  const alias = Object.entries(ALIASES).find(([, whole]) => whole === type)?.[0]
  if (alias) return t(`mode.${alias.toLowerCase()}`)
  if (!isKnown(type)) return t('type.unknown')
  const { venom, letters, modules, mix } = decompose(type)
  const named = (letter: string): string => bugName(OWN_MIX.find((one) => one.letter === letter)?.bug ?? '')
  return [
    t(venom ? 'mode.venom' : 'mode.base'),
    letters.map(named).join(', '),
    Object.entries(mix)
      .map(([letter, n]) => t('type.mix', { n, bug: named(letter).toLowerCase() }))
      .join(', '),
    ...modules.map((name) => t(`mode.${name.toLowerCase()}`)),
  ]
    .filter(Boolean)
    .join(' + ')
}
