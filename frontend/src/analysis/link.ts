// A line as the end of an address, and the ply to show: everything is in the link, nothing on the server.
import type { PlayedLine, Options, SetUp } from '../generated/messages'
import { upgradeSetUp } from './upgrade'

export function toLink(line: Required<PlayedLine>, ply: number): string {
  const query = new URLSearchParams({ type: line.type })
  if (Object.keys(line.options).length) query.set('options', JSON.stringify(line.options))
  if (line.setup) query.set('setup', JSON.stringify(line.setup))
  if (line.actions.length) query.set('actions', line.actions.join(';'))
  if (ply < line.actions.length) query.set('ply', String(ply))
  return `#${query}`
}

export function fromLink(hash: string): (Required<PlayedLine> & { ply: number }) | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const type = query.get('type')
  if (!type) return null
  const parse = <T>(name: string, otherwise: T): T => {
    try {
      return JSON.parse(query.get(name) ?? '') as T
    } catch {
      return otherwise
    }
  }
  const actions = query.get('actions')?.split(';').filter(Boolean) ?? []
  return {
    type,
    options: parse<Options>('options', {}),
    setup: upgradeSetUp(parse<SetUp | null>('setup', null)),
    actions,
    ply: Number(query.get('ply') ?? actions.length) || 0,
  }
}
