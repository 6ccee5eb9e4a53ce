// A page of the rules for those who have notation switched off: what is said below its diagrams, in words. The text
// itself writes notation only where it is about notation.
import { actionWords } from '../game/action-words'
import { settings } from '../settings/settings.svelte'
import { inWords } from '../words/in-words'

const CAPTION = /<figcaption>.*?<\/figcaption>/gs
const CODE = /<code>(.*?)<\/code>/g

export function worded(html: string): string {
  if (settings.notation) return html
  return html.replace(CAPTION, (caption) =>
    inWords(caption.replace(CODE, (_, action: string) => `<b>${actionWords(action)}</b>`)),
  )
}
