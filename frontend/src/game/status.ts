// One sentence on how a game stands, for the prompt and for those who listen.
import type { Frame, View } from '../generated/messages'
import { t } from '../words/catalogue.svelte'

export function outcome(frame: Pick<Frame, 'outcome'>): string {
  const { outcome } = frame
  if (!outcome) return ''
  const who = outcome.winner ?? 'draw'
  return t('result.sentence', { result: t(`result.${who}`), why: t(`result.why_${outcome.why}`) })
}

export function status(view: View): string {
  if (view.outcome) return outcome(view)
  if (view.choose) return t('status.choose')
  const who = turn(view)
  if (view.left > 1) return t('status.double', { who })
  // A turn that has already had an action goes on with the second of a double turn.
  if (view.moves.at(-1)?.turn === view.turn) return t('status.second', { who })
  return who
}

function turn(view: View): string {
  if (view.you === view.colour) return t('status.yours')
  if (view.you === 'both' || view.you === null) return t(`status.${view.colour}`)
  return t(view.thinking ? 'status.thinking' : 'status.theirs')
}
