// What a review has found about a line: as the server tells it, as a study keeps it, and as the page shows it.
import { LEADS } from '../generated/facts'
import type { Mark, Notes, ScoreEvent, Side, Standing } from '../generated/messages'
import type { Said } from './tree'

/** The worth of a position for White; `win`: forced, in so many actions of both sides, below 0 for Black. */
interface Worth {
  score: number
  win: number | null
  chance: number
  standing: Standing
}

/** A position of a line that was judged, and what is thought of the action that led there. */
export interface Verdict extends Worth {
  ply: number
  colour: Side | null
  mark: Mark | null
  accuracy: number | null
  turning: boolean
  better: (Worth & { actions: string[] }) | null
  /** Seconds that the action took, if the record says so. */
  elapsed: number | null
}

/** How a game stands by the share of the points that White may expect. */
export function standingOf(chance: number): Standing {
  const share = Math.max(chance, 1 - chance)
  const lead = LEADS.find(({ least }) => share >= least)
  return lead ? (`${chance >= 0.5 ? 'white' : 'black'}_${lead.lead}` as Standing) : 'equal'
}

type Kept = Pick<Notes, 'points' | 'wins_in'> & { chance: number }

/** A forced win counts the winner's actions; every second action is his. */
const worthOf = ({ points, wins_in: wins, chance }: Kept): Worth => ({
  score: points ?? Math.sign(wins ?? 0) * 10,
  win: wins ? 2 * wins : null,
  chance,
  standing: standingOf(chance),
})

const keptWorth = ({ score, win }: { score: number; win: number | null }): Pick<Said, 'points' | 'wins_in'> =>
  win ? { wins_in: Math.sign(win) * Math.ceil(Math.abs(win) / 2) } : { points: score }

const rounded = (share: number): number => Math.round(share * 1000) / 1000

/** What a study keeps of a verdict. */
export function keptVerdict(found: ScoreEvent): Said {
  const { chance, accuracy, mark, turning, better } = found
  return {
    points: null,
    wins_in: null,
    ...keptWorth(found),
    judgement: {
      chance,
      ...(accuracy === null ? {} : { accuracy: rounded(accuracy) }),
      ...(mark ? { mark } : {}),
      ...(turning ? { turning } : {}),
      ...(better ? { better: { ...keptWorth(better), chance: better.chance, actions: better.actions } } : {}),
    },
  }
}

/** A verdict that a study has kept. */
export function verdictOf(said: Said, ply: number, colour: Side | null): Verdict | null {
  const { judgement, elapsed = null } = said
  if (!judgement) return null
  const { chance, accuracy = null, mark = null, turning = false, better } = judgement
  return {
    ...worthOf({ ...said, chance }),
    ply,
    colour,
    mark,
    accuracy,
    turning,
    better: better ? { ...worthOf(better), actions: [...better.actions] } : null,
    elapsed,
  }
}
