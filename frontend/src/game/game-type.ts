// Putting together the name of a game type from what is ticked, and back. What can be combined is for the
// server to judge; only the order of the parts is known here.

export const LETTERS = ['M', 'L', 'P'] as const
export const MODULES = ['Predators', 'Guardians', 'Honeycombo', 'Swarm'] as const
/** One-faced pieces of an own mix, with how many the base game has. */
export const MIX: Record<string, { bug: string; usual: number }> = {
  S: { bug: 'spider', usual: 2 },
  B: { bug: 'beetle', usual: 2 },
  A: { bug: 'ant', usual: 3 },
  G: { bug: 'grasshopper', usual: 3 },
  O: { bug: 'scorpion', usual: 0 },
  F: { bug: 'firefly', usual: 0 },
  Y: { bug: 'fly', usual: 0 },
  D: { bug: 'dragonfly', usual: 0 },
  T: { bug: 'tick', usual: 0 },
  H: { bug: 'shield_bug', usual: 0 },
  C: { bug: 'centipede', usual: 0 },
}
const MIX_ORDER = 'SBAGMLPOFYDTHC'

export interface Ticks {
  venom: boolean
  letters: string[]
  modules: string[]
  locked: boolean
  mix: Record<string, number>
}

export const plain = (): Ticks => ({ venom: false, letters: [], modules: [], locked: false, mix: {} })

export function compose(ticks: Ticks): string {
  const parts = [ticks.venom ? 'Venom' : 'Base']
  const letters = LETTERS.filter((letter) => ticks.letters.includes(letter)).join('')
  if (letters) parts.push(letters)
  if (!ticks.venom) {
    const mix = [...MIX_ORDER]
      .filter((letter) => letter in ticks.mix && ticks.mix[letter] !== MIX[letter]?.usual)
      .map((letter) => `${letter}${ticks.mix[letter]}`)
      .join('')
    if (mix) parts.push(mix)
  }
  parts.push(...MODULES.filter((module) => ticks.modules.includes(module)))
  if (ticks.locked && (ticks.venom || ticks.modules.includes('Guardians'))) parts.push('Locked')
  return parts.join('+')
}

export function decompose(type: string): Ticks {
  const full = type.replace(/^Carbon/, 'Base+ML').replace(/^Ultimate/, 'Venom+MLP+Predators+Guardians+Honeycombo')
  const ticks = plain()
  for (const part of full.split('+')) {
    if (part === 'Venom') ticks.venom = true
    else if (part === 'Locked') ticks.locked = true
    else if ((MODULES as readonly string[]).includes(part)) ticks.modules.push(part)
    else if (/^[MLP]+$/.test(part)) ticks.letters = [...part]
    else for (const [, letter, count] of part.matchAll(/([A-Z])(\d)/g)) ticks.mix[letter!] = Number(count)
  }
  return ticks
}

export const PRESETS = [
  { key: 'base', type: 'Base' },
  { key: 'carbon', type: 'Base+ML' },
  { key: 'complete', type: 'Base+MLP' },
  { key: 'venom', type: 'Venom+MLP' },
  { key: 'swarm', type: 'Base+MLP+Swarm' },
  { key: 'ultimate', type: 'Venom+MLP+Predators+Guardians+Honeycombo' },
] as const
