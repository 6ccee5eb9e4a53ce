// What the play area is given and what it reports, by what it is about. It knows no rules: the server has spelled what
// may be played, and says why something else may not.
import type { Snippet } from 'svelte'
import type { Arrow, BoardProps } from '../board/props'
import type { Frame, ReasonView, Side, SpelledAction, View } from '../generated/messages'

/** What is played, and what is shown of it. */
export interface PlayPosition {
  view: View
  /** An earlier position being looked at, in place of the view. */
  earlier?: Frame | null
  /** Changes when another position takes the place of this one: the board is then looked at anew. */
  scene?: unknown
  /** Nothing may be played just now. */
  busy?: boolean
  /** An action, in notation, that the network has not taken yet. */
  unsent?: string | null
  /** Why an action was refused that was not played here just now. */
  refusal?: ReasonView | null
  /** What can be tried can be taken back: nothing is asked before one's own royal is lost. */
  trying?: boolean
}

/** What asks the server, or the page around it. */
export interface PlayHandlers {
  /** Plays an action; answers the reason if it is refused. */
  onplay: (action: SpelledAction) => Promise<ReasonView | null>
  /** Says why clicks spell no action. */
  onwhy: (clicks: readonly string[]) => Promise<ReasonView | null>
  /** Ends when it is known what may be played in this position, where that comes after the position itself. */
  coming?: () => Promise<unknown> | null
  /** Leaves the earlier position. */
  onback?: () => void
  ondraw?: BoardProps['ondraw']
}

/** How the board and the hands look. */
export interface PlayLooks {
  /** The side whose hand lies below. */
  bottom?: Side
  arrows?: Arrow[]
  /** Arrows are drawn by hand (`board/props.ts`). */
  drawing?: boolean
  /** Hexes to reach, in a lesson. */
  goals?: Set<string>
  /** Names on the tiles, whatever the settings say. */
  numbered?: boolean
  /** The board stays as it lies: what is said of it speaks of left and right. */
  steady?: boolean
  /** Hands keep their room, whatever is in them: what lies beside them stays where it is. */
  steadyHands?: boolean
}

/** What is said below the board, and what comes up beside it. */
export interface PlaySaid {
  status: string
  /** Something has been played since one looks back. */
  fresh?: boolean
  /** Buttons beside the status. */
  extra?: Snippet | undefined
  /** What has just come up and should be seen at once; `newsName` changes with it and is empty without any. */
  news?: Snippet
  newsName?: string
}

/** What stands around board and hands, and where (`PlayLayout.svelte`). */
export interface PlaySurroundings {
  /** Over the board: what it shows. */
  over?: Snippet | undefined
  /** Beside each hand: whose it is. */
  seat?: Snippet<[Side]>
  /** What is always at hand on a small screen, where the children are a sheet. */
  bar: Snippet
  /** What the button that opens the sheet says. */
  sheet: string
  /** The sheet leaves the board in sight, and stays while one plays. */
  docked?: boolean
  children?: Snippet
}

export type PlayAreaProps = PlayPosition & PlayHandlers & PlayLooks & PlaySaid & PlaySurroundings
