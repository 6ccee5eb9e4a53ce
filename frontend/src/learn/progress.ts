// What has been solved, kept in this browser.
import { recall, remember } from '../settings/storage'

export type Kind = 'puzzles' | 'lessons'

export const solved = (kind: Kind): Set<string> => new Set(recall<string[]>(`solved.${kind}`, []))

export function solve(kind: Kind, name: string): Set<string> {
  const names = solved(kind).add(name)
  remember(`solved.${kind}`, [...names])
  return names
}
