/**
 * Puts values into a sentence: `{name}` is replaced, and of `one|many` the side is taken that fits `n`.
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  const sides = sentence.split('|')
  const n = values['n']
  const side = sides.length === 2 && n !== undefined ? sides[Math.abs(Number(n)) < 2 ? 0 : 1]! : sentence
  return side.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
