// What is heard of clicks: sounds, and words for those who do not see the board.
import { untrack } from 'svelte'
import type { ReasonView, View } from '../generated/messages'
import { alarm, announce } from '../ui/announcer.svelte'
import { prepareSounds, sound } from '../ui/sounds'
import { say, t } from '../words/catalogue.svelte'
import type { Clicker } from './clicker.svelte'
import { royalName } from './royals'
import type { Selection } from './selection.svelte'

export function hearRefusal(reason: ReasonView): void {
  sound('refuse')
  alarm(say(reason.text))
}

/** To be called once, while the play area is made. */
export function hearClicks(view: () => View, clicker: Clicker, selection: Selection): void {
  $effect(prepareSounds)
  // What is asked before a royal is lost is heard too.
  $effect(() => {
    const { pending } = clicker
    if (pending?.loses) untrack(() => alarm(t(`prompt.loses_${pending.loses}`, { royal: royalName(view()) })))
  })
  // Who does not see the lights hears how many there are.
  $effect(() => {
    if (selection.lit.size) announce(t('prompt.possible', { n: selection.lit.size }))
  })
}
