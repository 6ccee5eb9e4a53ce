// Props that every hex asks about. They are told anew with every position, and nearly always say what they said before:
// hexes ask what is kept here, which changes only when they say something else. So a step through a record does not
// have hundreds of questions asked again.
import { untrack } from 'svelte'
import type { BoardState } from './state.svelte'

const NONE: ReadonlySet<string> = new Set()

/** To be called once, while the board is made. */
export function keepProps(board: BoardState): void {
  const { props } = board
  keep(
    () =>
      (board.lit = sameSet(
        untrack(() => board.lit),
        props.lit ?? NONE,
      )),
  )
  keep(
    () =>
      (board.goals = sameSet(
        untrack(() => board.goals),
        props.goals ?? NONE,
      )),
  )
  keep(
    () =>
      (board.fallen = sameSet(
        untrack(() => board.fallen),
        props.fallen ?? NONE,
      )),
  )
  keep(() => (board.held = props.held ?? null))
  keep(() => (board.aimed = props.aimed ?? null))
  keep(() => (board.refused = props.refused ?? null))
  keep(() => (board.onway = props.onway ?? null))
  keep(() => (board.ghost = props.ghost ?? null))
  keep(() => (board.honeycombo = props.honeycombo ?? null))
  keep(() => (board.numbered = props.numbered ?? false))
}

/** At once, so that the first drawing has it, and whenever the prop is told anew. */
function keep(take: () => unknown): void {
  untrack(take)
  $effect.pre(() => void take())
}

/** The set that was known, if the other has the same members. */
export function sameSet(known: ReadonlySet<string>, now: ReadonlySet<string>): ReadonlySet<string> {
  return known.size === now.size && [...now].every((name) => known.has(name)) ? known : now
}
