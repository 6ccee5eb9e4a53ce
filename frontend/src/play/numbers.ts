/** `wA1` taken twice is `wA1 wA2`: the lowest numbers of their kind; pieces of which there is one have none. */
export function lowestNames(name: string, count: number): string[] {
  const found = /^(.*?)(\d*)$/.exec(name)
  const [stem, first] = [found?.[1] ?? name, found?.[2] ?? '']
  return Array.from({ length: count }, (_, i) => (first ? `${stem}${Number(first) + i}` : stem))
}
