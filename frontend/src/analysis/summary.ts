// A review in short: how well each side played, and where the game turned.
import type { Mark, ScoreEvent, Side } from '../generated/messages'

export const MARKS: Mark[] = ['inaccuracy', 'mistake', 'blunder']

export interface SideSummary {
  /** 0 to 1; null where nothing was judged. */
  accuracy: number | null
  marks: Record<Mark, number>
}

export interface Summary {
  sides: Record<Side, SideSummary>
  turning: number[]
}

function sideOf(scores: readonly ScoreEvent[], colour: Side): SideSummary {
  const own = scores.filter((score) => score.colour === colour)
  const judged = own.flatMap(({ accuracy }) => accuracy ?? [])
  const count = (mark: Mark): number => own.filter((score) => score.mark === mark).length
  return {
    accuracy: judged.length ? judged.reduce((sum, one) => sum + one, 0) / judged.length : null,
    marks: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
  }
}

export const summarise = (scores: readonly ScoreEvent[]): Summary => ({
  sides: { w: sideOf(scores, 'w'), b: sideOf(scores, 'b') },
  turning: scores.filter(({ turning }) => turning).map(({ ply }) => ply),
})
