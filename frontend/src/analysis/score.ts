// A score in words: from White's side, or how soon it is over.
import { t } from '../words/catalogue.svelte'

export function scoreText({ score, win }: { score: number; win: number | null }): string {
  if (win !== null) return t(win > 0 ? 'score.white_wins' : 'score.black_wins', { n: Math.ceil(Math.abs(win) / 2) })
  const tenths = Math.round(10 * score)
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`
}
