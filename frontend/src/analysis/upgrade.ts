// Studies and links as ruche 0.1 wrote them, read as they are written now. The earlier page kept variations as nested
// nodes in `tree`, and named what the last turn of a set-up did `deed`.
import type { LaidEvent, RecordNode, SetUp } from '../generated/messages'
import type { Kept } from './study.svelte'

interface OldNode {
  action: string
  comment?: string | null
  children: OldNode[]
}
type OldEvent = Omit<LaidEvent, 'kind'> & { deed: LaidEvent['kind'] }
type OldSetUp = Omit<SetUp, 'last'> & { last?: readonly (LaidEvent | OldEvent)[] }
export type StoredStudy = Omit<Kept, 'nodes' | 'setup'> & {
  setup: OldSetUp | null
  nodes?: RecordNode[]
  tree?: OldNode[]
  key: string
}

export function upgradeStudy({ tree = [], nodes, setup, ...rest }: StoredStudy): Kept & { key: string } {
  return { ...rest, setup: upgradeSetUp(setup), nodes: nodes ?? flatten(tree) }
}

export function upgradeSetUp(setup: OldSetUp | null): SetUp | null {
  const { last, ...rest } = setup ?? {}
  if (!setup || !last) return setup as SetUp | null
  return { ...rest, last: last.map(upgradeEvent) } as SetUp
}

function upgradeEvent(event: LaidEvent | OldEvent): LaidEvent {
  if (!('deed' in event)) return event
  const { deed, ...rest } = event
  return { kind: deed, ...rest }
}

/** Nested nodes as a list, depth first, each with the place of its parent. */
function flatten(tree: readonly OldNode[]): RecordNode[] {
  const nodes: RecordNode[] = []
  const todo = tree.map((node) => ({ node, parent: -1 })).reverse()
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { action, comment = null, children } = next.node
    const parent = nodes.push({ action, comment, parent: next.parent }) - 1
    todo.push(...children.map((node) => ({ node, parent })).reverse())
  }
  return nodes
}
