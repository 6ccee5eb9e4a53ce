// What may come a frame later, so that the frame in which a piece sets out has less to do.
import { untrack } from 'svelte'
import { calm } from '../settings/settings.svelte'

/** Milliseconds after which it is done all the same: a window that is not seen draws no frames. */
const LATEST_MS = 100

/** Does something as soon as the next frame has been drawn; returns what calls it off. */
export function afterFrame(work: () => void): () => void {
  const off = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(waiting)
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(waiting)
    waiting = setTimeout(work)
  })
  let waiting = setTimeout(() => {
    off()
    work()
  }, LATEST_MS)
  return off
}

/** A value as it was until a frame ago: what shows it follows the board. To be made in a component. */
export class AfterFrame<T> {
  value: T

  constructor(read: () => T) {
    this.value = $state.raw(untrack(read))
    let off: (() => void) | null = null
    $effect.pre(() => {
      const now = read()
      if (now === untrack(() => this.value)) return
      if (untrack(calm)) return void (this.value = now)
      // While one steps on quickly it does not wait for the last step.
      off ??= afterFrame(() => {
        off = null
        this.value = untrack(read)
      })
    })
    $effect(() => () => off?.())
  }
}
