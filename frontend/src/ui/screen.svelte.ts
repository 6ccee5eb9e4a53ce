// What kind of screen the page is shown on. The same conditions stand in the styles of layouts.
import { MediaQuery } from 'svelte/reactivity'

const small = new MediaQuery('(max-width: 60rem), (orientation: landscape) and (max-height: 34rem)')
const lying = new MediaQuery('(orientation: landscape) and (min-height: 23.5rem) and (max-height: 34rem)')
const tall = new MediaQuery('(min-height: 50rem)')
const short = new MediaQuery('(orientation: portrait) and (max-height: 36rem)')

export const screen = {
  /** A phone or a narrow window: one column, or a board with little beside it. */
  get small(): boolean {
    return small.current
  },
  /** A phone held sideways. */
  get lying(): boolean {
    return lying.current
  },
  /** There is room for more than what is needed. */
  get tall(): boolean {
    return tall.current
  },
  /** A small phone, upright. */
  get short(): boolean {
    return short.current
  },
}
