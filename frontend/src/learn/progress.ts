// What has been solved, kept in this browser.
import { readStored, writeStored } from '../settings/storage'

export type Kind = 'puzzles' | 'lessons'

export const solved = (kind: Kind): Set<string> => new Set(readStored<string[]>(`solved.${kind}`, []))

export function solve(kind: Kind, name: string): Set<string> {
  const names = solved(kind).add(name)
  writeStored(`solved.${kind}`, [...names])
  return names
}
