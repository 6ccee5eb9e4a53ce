// One sentence on how a game stands, for the prompt and for those who listen.
import type { Frame, View } from '../lib/types'
import { t } from '../lib/words.svelte'

export function outcome(frame: Pick<Frame, 'outcome'>): string {
  const { outcome } = frame
  if (!outcome) return ''
  const who = outcome.winner ?? 'draw'
  return t('result.sentence', { result: t(`result.${who}`), why: t(`result.why_${outcome.why}`) })
}

export function status(view: View): string {
  if (view.outcome) return outcome(view)
  const mine = view.you === view.colour
  if (view.choose) return t('status.choose')
  if (mine && view.left > 1) return t('status.yours_double')
  if (mine) return t('status.yours')
  if (view.you === 'both' || view.you === null) return t(`status.${view.colour}`)
  return t(view.thinking ? 'status.thinking' : 'status.theirs')
}
