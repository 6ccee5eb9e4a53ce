// What is seen to happen when the position changes: pieces travel on their way, drop in, turn over or vanish.
// `planScene` says what, from the last action alone; `Animation` plays it with the browser's own animations.
import { untrack } from 'svelte'
import type { LastAction, PieceView, StackView } from '../generated/messages'
import { calm } from '../settings/settings.svelte'
import { WIDTH, centre, key, unkey, type Hex, type Point } from './hex'
import { pieceOf } from './names'
import { hexOf, type BoardState } from './state.svelte'
import { LIFT } from './tile'

const STEP_MS = 110
const SHORTEST_MS = 260
const LONGEST_MS = 900
const DROP_MS = 280
const FLIP_MS = 420
const VANISH_MS = 380
const SETTLE_MS = 170
const LUNGE_MS = 420
/** So long pieces wait before they set out: two frames. */
const SET_OUT_MS = 33
/** So far towards its victim a piece lunges. */
const LUNGE = 0.55
/** How high a flight rises, beside a fifth of its length. */
const RISE = 26
const ARC_POINTS = 8

/** A piece that is drawn over the hive for a while. */
export interface Act {
  piece: PieceView
  /** Where it is drawn; the frames move it from there. */
  hex: string
  level: number
  frames: Keyframe[]
  duration: number
  delay: number
  /** The piece that lies there meanwhile is not drawn: it is this one. */
  hides: boolean
  easing?: string
}

type Stacks = ReadonlyMap<string, StackView>
/** A point of a way, and how high the piece is there. */
interface Station extends Point {
  level: number
}

/** How a scene is played: where hexes are drawn, and whether the player has put the piece there. */
export interface Staging {
  centre: (hex: Hex) => Point
  byHand: boolean
}

/** What shows an action; nothing if nothing is to be seen. */
export function planScene(
  last: LastAction,
  stacks: Stacks,
  { centre: at, byHand }: Staging = { centre, byHand: false },
): Act[] {
  const { kind, actor, target } = last
  if (!last.to) return []
  const to = key(hexOf(last.to))
  if (kind === 'kill' && actor && target && last.from) return killed(pieceOf(actor), pieceOf(target), last, stacks, at)
  const top = stacks.get(to)?.pieces.at(-1)
  if (!top) return []
  if (kind === 'flip' || kind === 'turn') return flipped(actor ? pieceOf(actor) : top, top, to, stacks)
  if (kind === 'sting') return target ? stung(pieceOf(target), top, last, stacks, at) : []
  if (byHand && kind !== 'swap') return [settled(top, to, stacks)]
  if (kind === 'place' || !last.from) return [dropped(top, to, stacks)]
  const there = travelled(top, wayOf(last), stacks, at)
  if (kind !== 'swap') return [there]
  const back = key(hexOf(last.from))
  const other = stacks.get(back)?.pieces.at(-1)
  return other ? [there, travelled(other, [to, back], stacks, at)] : [there]
}

const wayOf = ({ path, from, to }: LastAction): string[] =>
  (path.length > 1 ? path : [from!, to!]).map((place) => key(hexOf(place)))

const levelAt = (hex: string, stacks: Stacks): number => (stacks.get(hex)?.pieces.length ?? 1) - 1

function travelled(piece: PieceView, way: string[], stacks: Stacks, centre: Staging['centre']): Act {
  const end = way.at(-1)!
  const stations = way.map((hex, i): Station => {
    const high = stacks.get(hex)?.pieces.length ?? 0
    return { ...centre(unkey(hex)), level: i === way.length - 1 ? high - 1 : high }
  })
  const points = stations.flatMap((station, i) => [...(i ? arc(stations[i - 1]!, station) : []), station])
  const { frames, length } = framesAlong(points)
  const duration = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (length / WIDTH) * STEP_MS))
  return { piece, hex: end, level: levelAt(end, stacks), frames, duration, delay: 0, hides: true }
}

/** Between hexes that do not touch a piece flies: it rises and falls. */
function arc(a: Station, b: Station): Station[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  if (length < WIDTH * 1.1) return []
  return Array.from({ length: ARC_POINTS - 1 }, (_, i) => {
    const t = (i + 1) / ARC_POINTS
    const rise = 4 * t * (1 - t) * (RISE + length / 5)
    return {
      x: a.x + (b.x - a.x) * t,
      y: a.y + (b.y - a.y) * t - rise,
      level: a.level + (b.level - a.level) * t,
    }
  })
}

/** Keyframes from point to point, as far in time as in space, seen from the last. */
function framesAlong(points: Station[]): { frames: Keyframe[]; length: number } {
  const end = points.at(-1)!
  let length = 0
  const along = points.map((point, i) => {
    const before = points[i - 1] ?? point
    return (length += Math.hypot(point.x - before.x, point.y - before.y))
  })
  const frames = points.map((point, i) => ({
    transform: move(point.x - end.x, point.y - end.y - (point.level - end.level) * LIFT),
    offset: length ? along[i]! / length : i / Math.max(1, points.length - 1),
  }))
  return { frames, length }
}

const move = (x: number, y: number, more = ''): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${more}`

function dropped(piece: PieceView, hex: string, stacks: Stacks): Act {
  const frames = [
    { transform: 'translate(0px, -46px) scale(1.18)', opacity: 0, offset: 0 },
    { transform: 'translate(0px, 0px) scale(1)', opacity: 1, offset: 0.7 },
    { transform: 'translate(0px, 0px) scale(0.95)', opacity: 1, offset: 0.85 },
    { transform: 'none', opacity: 1, offset: 1 },
  ]
  return {
    piece,
    hex,
    level: levelAt(hex, stacks),
    frames,
    duration: DROP_MS,
    delay: 0,
    hides: true,
    easing: 'ease-in',
  }
}

/** Set down where it was put. */
function settled(piece: PieceView, hex: string, stacks: Stacks): Act {
  const frames = [{ transform: 'translate(0px, -9px) scale(1.07)' }, { transform: 'none' }]
  return { piece, hex, level: levelAt(hex, stacks), frames, duration: SETTLE_MS, delay: 0, hides: true }
}

/** Who stings lunges at the victim, which is turned over as it is hit. */
function stung(
  before: PieceView,
  after: PieceView,
  last: LastAction,
  stacks: Stacks,
  centre: Staging['centre'],
): Act[] {
  const to = key(hexOf(last.to!))
  const from = last.from && key(hexOf(last.from))
  const actor = from ? stacks.get(from)?.pieces.at(-1) : undefined
  const turns = flipped(before, after, to, stacks)
  if (!from || !actor) return turns
  const [a, b] = [centre(unkey(from)), centre(unkey(to))]
  const frames = [
    { transform: 'none', offset: 0 },
    { transform: move((a.x - b.x) * 0.12, (a.y - b.y) * 0.12), offset: 0.3 },
    { transform: move((b.x - a.x) * LUNGE, (b.y - a.y) * LUNGE), offset: 0.6 },
    { transform: 'none', offset: 1 },
  ]
  const level = levelAt(from, stacks)
  const lunge = { piece: actor, hex: from, level, frames, duration: LUNGE_MS, delay: 0, hides: true }
  return [...turns.map((act) => ({ ...act, delay: LUNGE_MS * 0.6 })), lunge]
}

/** The old face turns away, then the new one comes up. */
function flipped(before: PieceView, after: PieceView, hex: string, stacks: Stacks): Act[] {
  const act = { hex, level: levelAt(hex, stacks), duration: FLIP_MS, delay: 0, hides: true }
  const turn = (...scales: number[]): Keyframe[] => scales.map((scale) => ({ transform: `scale(${scale}, 1)` }))
  return [
    { ...act, piece: before, frames: turn(1, 0, 0) },
    { ...act, piece: after, frames: turn(0, 0, 1) },
  ]
}

/** Who kills flies onto the victim, and both are gone. */
function killed(
  actor: PieceView,
  victim: PieceView,
  last: LastAction,
  stacks: Stacks,
  centre: Staging['centre'],
): Act[] {
  const hex = key(hexOf(last.to!))
  const from = hexOf(last.from!)
  const [a, b] = [centre(from), centre(hexOf(last.to!))]
  const level = stacks.get(hex)?.pieces.length ?? 0
  const start = { ...a, level: stacks.get(key(from))?.pieces.length ?? 0 }
  const end = { ...b, level: level + 1 }
  const { frames, length } = framesAlong([start, ...arc(start, end), end])
  const duration = Math.max(SHORTEST_MS, (length / WIDTH) * STEP_MS) + VANISH_MS
  const share = 1 - VANISH_MS / duration
  const vanish = [
    { transform: 'none', opacity: 1, offset: share },
    { transform: 'scale(1.15)', opacity: 1, offset: share + 0.3 * (1 - share) },
    { transform: 'scale(0.3) rotate(40deg)', opacity: 0, offset: 1 },
  ]
  const flight = frames.map((frame) => ({ ...frame, opacity: 1, offset: (frame.offset as number) * share }))
  const act = { hex, duration, delay: 0, hides: false, easing: 'linear' }
  return [
    { ...act, piece: victim, level, frames: [{ transform: 'none', opacity: 1, offset: 0 }, ...vanish] },
    { ...act, piece: actor, level: level + 1, frames: [...flight.slice(0, -1), ...vanish] },
  ]
}

/** To be made with the board: the first position that it shows is not animated. */
export class Animation {
  acts = $state.raw<readonly Act[]>([])
  #shown: string | null = null
  #before: string | null = null
  #onway = false
  #busyUntil = 0

  constructor(board: BoardState) {
    $effect.pre(() => {
      const { last } = board
      // What was drawn from a bag is known only with the answer.
      const now = last ? `${last.text.replace(/ \+\S+$/, '')} ${last.from} ${last.to}` : ''
      const isNew = this.#shown !== null && now !== this.#shown
      // A piece that was on its way and is put back: what was played before it is not played again.
      const isBack = this.#onway && now === this.#before
      this.#onway = Boolean(board.onway)
      if (isNew) this.#before = this.#shown
      this.#shown = now
      if (!isNew || isBack || !last || untrack(calm)) return
      const staging = { centre: board.centre, byHand: Boolean(board.props.byHand) }
      const scene = untrack(() => planScene(last, board.stacks, staging))
      untrack(() => this.#play(scene))
    })
  }

  /** The levels of a hex whose pieces are drawn elsewhere. */
  isHidden = (hex: string, level: number): boolean =>
    this.acts.some((act) => act.hides && act.hex === hex && act.level === level)

  /** What follows at once waits until the one before has been seen. */
  #play(scene: Act[]): void {
    const now = performance.now()
    const wait = Math.max(0, this.#busyUntil - now)
    const acts = scene.map((act) => ({ ...act, delay: act.delay + wait }))
    const end = Math.max(0, ...acts.map(({ delay, duration }) => delay + duration))
    this.#busyUntil = now + SET_OUT_MS + end
    // Where something else arrives, what was on its way there is over.
    const hexes = new Set(acts.map(({ hex }) => hex))
    this.acts = [...this.acts.filter(({ hex }) => !hexes.has(hex)), ...acts]
  }

  /** Lets an element act; for its drawing. */
  perform = (act: Act) => (node: Element) => {
    const { frames, duration, delay, easing = 'ease-in-out' } = act
    const playing = node.animate(frames, { duration, delay, easing, fill: 'both' })
    playing.finished.then(() => (this.acts = this.acts.filter((one) => one !== act))).catch(() => undefined)
    // The browser is still drawing the new position: what sets out before that is done would stand still for a frame.
    playing.pause()
    const setOut = setTimeout(() => playing.play(), SET_OUT_MS)
    return () => {
      clearTimeout(setOut)
      playing.cancel()
    }
  }
}
