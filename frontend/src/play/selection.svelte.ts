// What the clicks so far mean on the screen: which piece is held, which hexes are lit, what is asked next.
import type { Ghost } from '../board/props'
import { key } from '../board/hex'
import type { Frame, Side } from '../generated/messages'
import { t } from '../words/catalogue.svelte'
import type { Clicker } from './clicker.svelte'
import { HAND, HEX, FACE, STEAL, after, lastHex } from './clicks'

const NONE: ReadonlySet<string> = new Set()

export class Selection {
  constructor(
    private readonly clicker: Clicker,
    private readonly frame: () => Frame,
  ) {}

  /** The token that was clicked first: the piece that is held. */
  first = $derived.by(() => this.clicker.clicked[0] ?? null)
  heldHex = $derived.by(() => after(HEX, this.first))
  lit = $derived.by(() => (this.clicker.clicked.length && !this.clicker.choosing ? this.clicker.next.hexes : NONE))
  /** The hex beside which a choice is shown. */
  anchor = $derived.by(() => lastHex(this.clicker.clicked))
  /** Names of pieces that may be stolen from the other hand. */
  stealable = $derived.by(() => new Set(this.clicker.starts.commands.flatMap((command) => after(STEAL, command) ?? [])))

  /** What the piece in hand looks like, for the ghost and the drag. */
  carried = $derived.by<{ bug: string; colour: Side | null } | null>(() => {
    const [colour, bug] = after(HAND, this.first)?.split(':') ?? []
    if (bug) return { bug, colour: colour as Side }
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
    const face = clicker.clicked.map((token) => after(FACE, token)).find(Boolean)
    return { hex: anchor, bug: face ?? carried.bug, colour: carried.colour }
  })

  /** What is asked while a piece is held, or null. */
  question = $derived.by(() => {
    if (this.first === null) return null
    if (!this.clicker.choosing) return t('prompt.where')
    return t(this.clicker.next.faces.length ? 'choice.face' : 'choice.action')
  })
}
