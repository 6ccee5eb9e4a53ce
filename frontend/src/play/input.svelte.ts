// What clicks, drags and keys do on a page with a board: all of them end as tokens that the clicker takes.
import { tick } from 'svelte'
import { key, type Hex, type Point } from '../board/hex'
import type { BoardControls } from '../board/props'
import type { Frame, HandEntry, Side, View } from '../generated/messages'
import type { Clicker } from './clicker.svelte'
import { STEAL, TURN_NEUTRAL, commandToken, handToken, hexToken } from './clicks'
import { Drag } from './drag.svelte'
import type { Selection } from './selection.svelte'
import { isTyped, nextIn, shortcut } from './shortcuts'

/** So many tiles above a finger a piece is carried: it is not to be hidden by it. */
const ABOVE_FINGER = 0.8

/** What the input works on. */
export interface Playground {
  view(): View
  /** The position that is shown: the view, or an earlier one, which is only looked at. */
  frame(): Frame
  board(): BoardControls | undefined
  /** Moves the focus to the hand of the side that acts. */
  focusHand(): void
  /** Says what the marks mean. */
  explainMarks(): void
}

export class PlayInput {
  readonly drag: Drag
  /** The player uses the keyboard: then the focus is led on. */
  byKey = false
  /** What was chosen last was dragged there. */
  dragged = false

  constructor(
    private readonly ground: Playground,
    private readonly clicker: Clicker,
    private readonly selection: Selection,
  ) {
    this.drag = new Drag({
      lift: (token) => {
        if (clicker.clicked[0] === token) return // with the face that was chosen
        clicker.cancel()
        void clicker.press(token)
      },
      drop: (token, at) => this.#drop(token, at),
    })
  }

  canUse(side: Side): boolean {
    return side === this.ground.view().colour
  }

  hex(hex: Hex): void {
    if (this.#ignores()) return
    this.dragged = false
    const { clicker, selection } = this
    if (clicker.waits) return void clicker.known().then((same) => same && this.hex(hex))
    const top = this.ground
      .frame()
      .stacks.find((stack) => key(stack) === key(hex))
      ?.pieces.at(-1)
    // A neutral piece that cannot be picked up is turned by a command of its own.
    const turns = top?.colour === null && clicker.starts.commands.includes(TURN_NEUTRAL)
    if (turns && !selection.first && !clicker.starts.hexes.has(key(hex)))
      return clicker.propose(commandToken(TURN_NEUTRAL))
    void clicker
      .press(hexToken(hex))
      .then(tick)
      .then(() => {
        if (!this.byKey || isElsewhere()) return
        if (clicker.pending) document.querySelector<HTMLElement>('.prompt .cancel')?.focus()
        else if (clicker.choosing) document.querySelector<HTMLElement>('.prompt .command')?.focus()
        // What was focused may have been redrawn as something else.
        else void this.ground.board()?.focusHex(key(hex))
      })
  }

  /** A click beside all hexes; the one that ends a drag is none. */
  empty(): void {
    if (!this.#ignores()) this.clicker.cancel()
  }

  async pick(side: Side, entry: HandEntry): Promise<void> {
    if (this.#ignores()) return
    const { clicker } = this
    if (clicker.waits && !(await clicker.known())) return
    const token = handToken(entry.colour, entry.bug)
    // The other hand may hold pieces that are like one's own: they are not taken up, only stolen.
    if (!this.canUse(side)) {
      if (this.selection.stealable.has(entry.name)) return clicker.propose(commandToken(STEAL + entry.name))
      if (clicker.starts.hands.has(token)) return
    }
    await clicker.press(token)
    const goal = [...clicker.next.hexes][0]
    if (this.byKey && clicker.clicked.length && goal) await this.ground.board()?.focusHex(goal)
  }

  async choose(token: string): Promise<void> {
    this.dragged = false
    await this.clicker.press(token)
    if (this.byKey && !isElsewhere()) await this.ground.board()?.focusHex()
  }

  /** A press on a hex; answers whether a drag begins. */
  grabHex(hex: Hex, event: PointerEvent): boolean {
    return this.#grab(this.clicker.starts.hexes.has(key(hex)), hexToken(hex), event)
  }

  grabHand(side: Side, entry: HandEntry, event: PointerEvent): boolean {
    const token = handToken(entry.colour, entry.bug)
    return this.#grab(this.canUse(side) && this.clicker.starts.hands.has(token), token, event)
  }

  key(event: KeyboardEvent): void {
    if (isTyped(event)) return
    this.byKey = true
    const wanted = shortcut(event.key)
    if (wanted === 'cancel') return this.clicker.cancel()
    if (wanted === 'hand') this.ground.focusHand()
    else if (wanted === 'board') void this.ground.board()?.focusHex()
    else if (wanted === 'next') this.#focusNext()
    else if (wanted === 'legend') this.ground.explainMarks()
    else return
    event.preventDefault()
  }

  #ignores(): boolean {
    return this.drag.justEnded || this.ground.frame() !== this.ground.view()
  }

  #grab(movable: boolean, token: string, event: PointerEvent): boolean {
    if (!movable || event.button !== 0) return false
    const isMouse = event.pointerType === 'mouse'
    this.drag.begin(token, event, isMouse ? 0 : ABOVE_FINGER * (this.ground.board()?.tileHeight() ?? 0))
    return true
  }

  /** The hex over which a piece is dragged. */
  get aimed(): string | null {
    const hex = this.#under(this.drag.at)
    return hex && key(hex)
  }

  #under(at: Point | null): Hex | null {
    return (at && this.ground.board()?.hexAt(at.x, at.y)) ?? null
  }

  #drop(token: string, at: Point | null): void {
    const hex = this.#under(at)
    if (!hex || hexToken(hex) === token) this.clicker.cancel()
    else {
      this.dragged = true
      void this.clicker.press(hexToken(hex))
    }
  }

  /** Goes through what is lit or, with nothing held, what may be picked up. */
  #focusNext(): void {
    const { lit } = this.selection
    const at = document.activeElement?.getAttribute('data-hex') ?? ''
    void this.ground.board()?.focusHex(nextIn(lit.size ? lit : this.clicker.starts.hexes, at))
  }
}

/** Has the player taken the focus elsewhere while the server answered? */
const isElsewhere = (): boolean => Boolean(document.activeElement?.closest('[role=toolbar], .side'))
