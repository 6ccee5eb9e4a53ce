// What the clicks so far mean on the screen: which piece is held, which hexes are lit, what is asked next.
import type { Ghost } from '../board/props'
import { key } from '../board/hex'
import type { Frame, Side } from '../generated/messages'
import { bugName, t } from '../words/catalogue.svelte'
import type { Clicker } from './clicker.svelte'
import { HAND, HEX, STEAL, after, lastHex } from './clicks'

const NONE: ReadonlySet<string> = new Set()

export class Selection {
  constructor(
    private readonly clicker: Clicker,
    private readonly frame: () => Frame,
  ) {}

  /** The token that was clicked first: the piece that is held. */
  first = $derived.by(() => this.clicker.clicked[0] ?? null)
  /** The hex of the piece that will move: the victim, once it is chosen. */
  heldHex = $derived.by(() => {
    const { clicked, choosing, pending } = this.clicker
    return after(HEX, clicked.at(choosing ? 0 : pending ? -2 : -1))
  })
  lit = $derived.by(() => (this.clicker.clicked.length && !this.clicker.choosing ? this.clicker.next.hexes : NONE))
  /** The hex beside which a choice is shown. */
  anchor = $derived.by(() => lastHex(this.clicker.clicked))
  /** Names of pieces that may be stolen from the other hand. */
  stealable = $derived.by(() => new Set(this.clicker.starts.commands.flatMap((command) => after(STEAL, command) ?? [])))

  /** What the piece in hand looks like, for the ghost and the drag. */
  carried = $derived.by<{ bug: string; colour: Side | null } | null>(() => {
    const [colour, bug] = after(HAND, this.first)?.split(':') ?? []
    if (bug) return { bug: this.clicker.face ?? bug, colour: colour as Side }
    const { heldHex } = this
    return (
      this.frame()
        .stacks.find((stack) => key(stack) === heldHex)
        ?.pieces.at(-1) ?? null
    )
  })

  ghost = $derived.by<Ghost | null>(() => {
    const { anchor, carried, clicker } = this
    if (!carried || !anchor || anchor === this.heldHex || !(clicker.choosing || clicker.pending)) return null
    return { hex: anchor, ...carried }
  })

  /** What is asked while a piece is held, or null. */
  question = $derived.by(() => {
    const { first, carried, clicker } = this
    if (first === null) return null
    if (clicker.choosing) return t('choice.action')
    if (clicker.faces.length) return t('choice.face')
    if (after(HAND, first)) return t('prompt.place', { bug: bugName(carried?.bug ?? '').toLowerCase() })
    return t(clicker.acts ? 'prompt.where_or_whom' : 'prompt.where')
  })
}
