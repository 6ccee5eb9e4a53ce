// One sentence on how a game stands and what is to be done, for the prompt and for those who listen.
import { ROYALS } from '../generated/facts'
import type { Frame, View } from '../generated/messages'
import { HAND, HEX, after, commandToken } from '../play/clicks'
import { has, t } from '../words/catalogue.svelte'

/** How it ended; who played hears whether that is good. */
export function outcome(frame: Pick<Frame, 'outcome'>, you: View['you'] = null): string {
  const { outcome } = frame
  if (!outcome) return ''
  const mine = you !== null && you !== 'both'
  const who = outcome.winner === null ? 'draw' : mine ? (outcome.winner === you ? 'won' : 'lost') : outcome.winner
  const [why, told] = [`result.why_${outcome.why}`, `result.why_${outcome.why}_${who}`]
  return t('result.sentence', { result: t(`result.${who}`), why: t(has(told) ? told : why) })
}

export function status(view: View): string {
  if (view.outcome) return outcome(view, view.you)
  if (isWaiting(view) && !view.choose) return t(view.actions.length ? 'status.waiting_play' : 'status.waiting')
  if (view.choose) return t('status.choose')
  const who = turn(view)
  if (view.left > 1) return t('status.double', { who })
  // A turn that has already had an action goes on with the second of a double turn.
  if (view.moves.at(-1)?.turn === view.turn) return t('status.second', { who })
  const next = todo(view)
  return next ? t('status.todo', { who, todo: t(`todo.${next}`) }) : who
}

/** Nobody has taken the other seat yet. */
const isWaiting = ({ you, players }: View): boolean =>
  you !== null && Object.values(players ?? {}).some(({ kind }) => kind === 'open')

function turn(view: View): string {
  if (view.you === view.colour) return t('status.yours')
  if (view.you === 'both' || view.you === null) return t(`status.${view.colour}`)
  return t(view.thinking ? 'status.thinking' : 'status.theirs')
}

/** What may be done, as far as what may be clicked first tells it; null where nothing may. */
function todo({ actions, stacks }: View): string | null {
  const starts = actions.map(({ clicks }) => clicks[0]!)
  const held = starts.flatMap((token) => after(HAND, token)?.split(':')[1] ?? [])
  if (!starts.length) return null
  if (starts.every((token) => token === commandToken('pass'))) return 'pass'
  if (held.length === starts.length) {
    if (!stacks.length) return 'first'
    return held.every((bug) => (ROYALS as readonly string[]).includes(bug)) ? 'queen' : 'place'
  }
  return held.length ? 'any' : starts.some((token) => token.startsWith(HEX)) ? 'move' : null
}
