// A review in short: how well each side played, and where the game turned.
import type { Mark, Side } from '../generated/messages'
import { actionText } from '../game/action-words'
import { settings } from '../settings/settings.svelte'
import type { Study } from './study.svelte'
import type { Verdict } from './verdicts'

export const MARKS: Mark[] = ['inaccuracy', 'mistake', 'blunder']

export interface SideSummary {
  /** 0 to 1; null where nothing was judged. */
  accuracy: number | null
  marks: Record<Mark, number>
  /** Seconds; null where the record does not say. */
  time: number | null
}

export interface Summary {
  sides: Record<Side, SideSummary>
  turning: number[]
}

function sideOf(scores: readonly Verdict[], colour: Side): SideSummary {
  const own = scores.filter((score) => score.colour === colour)
  const judged = own.flatMap(({ accuracy }) => accuracy ?? [])
  const timed = own.flatMap(({ elapsed }) => elapsed ?? [])
  const count = (mark: Mark): number => own.filter((score) => score.mark === mark).length
  return {
    accuracy: judged.length ? judged.reduce((sum, one) => sum + one, 0) / judged.length : null,
    marks: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
    time: timed.length ? timed.reduce((sum, one) => sum + one, 0) : null,
  }
}

export const summarise = (scores: readonly Verdict[]): Summary => ({
  sides: { w: sideOf(scores, 'w'), b: sideOf(scores, 'b') },
  turning: scores.filter(({ turning }) => turning).map(({ ply }) => ply),
})

/** A move of the line in view that the record has a time for; `text`: its turn and what was played. */
export interface TimedMove {
  ply: number
  colour: Side
  elapsed: number
  text: string
}

export const timedMoves = (study: Study): TimedMove[] =>
  study.branch.flatMap((node, ply) => {
    const { elapsed } = node.notes
    if (!node.parent || elapsed === undefined || elapsed === null) return []
    return {
      ply,
      elapsed,
      colour: study.turnOf(node).colour,
      text: `${study.turnText(node)} ${actionText(node.action)}`,
    }
  })

const worthData = ({ score, win, chance }: Pick<Verdict, 'score' | 'win' | 'chance'>): object => ({
  points: win === null ? score : null,
  plies: win,
  chance,
})

const sideData = ({ accuracy, marks, time }: SideSummary): object => ({ accuracy, ...marks, time })

/** A summary for programs, named as `ruche analyse --json` names it. */
export function summaryData(study: Study, scores: readonly Verdict[]): object {
  const { sides, turning } = summarise(scores)
  const { branch, outcome } = study
  return {
    type: study.type,
    tags: study.tags,
    outcome,
    summary: { white: sideData(sides.w), black: sideData(sides.b), turning_points: turning },
    actions: scores.slice(1).map((one) => ({
      number: one.ply,
      turn: branch[one.ply] ? study.turnText(branch[one.ply]!) : '',
      action: branch[one.ply]?.action ?? '',
      ...worthData(one),
      standing: one.standing,
      accuracy: one.accuracy,
      turning_point: one.turning,
      mark: one.mark,
      better: one.better && { ...worthData(one.better), actions: one.better.actions },
      time: one.elapsed,
    })),
  }
}

/** A share as the language writes it. */
export const percent = (share: number | null): string =>
  share === null ? '–' : new Intl.NumberFormat(settings.language, { style: 'percent' }).format(share)

/** Seconds as a clock shows them. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}
