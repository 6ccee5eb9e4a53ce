// The summary of a game as a picture to share, drawn in the browser: names, accuracy, marks, time, the score through
// the game.
import type { Side } from '../generated/messages'
import { nameOf } from './facts'
import { duration, MARKS, percent, type Summary } from './summary'
import type { Verdict } from './verdicts'

const WIDTH = 1200
const HEIGHT = 630
const GRAPH = { x: 60, y: 380, width: 1080, height: 190 }
const COLOURS = { inaccuracy: '#e6b422', mistake: '#e07b1f', blunder: '#c43c2e' }

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const shortened = (text: string, most = 28): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

type Say = (key: string, values?: Record<string, string | number>) => string

/** `about`: what is said beside the names, as type, result and date. */
export function drawSummary(
  tags: Record<string, string>,
  about: string,
  summary: Summary,
  scores: readonly Verdict[],
  say: Say,
): string {
  const end = Math.max(1, scores.length - 1)
  const x = (ply: number): number => GRAPH.x + (ply / end) * GRAPH.width
  const y = (chance: number): number => GRAPH.y + GRAPH.height * (1 - chance)
  const points = scores.map(({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`)
  const base = GRAPH.y + GRAPH.height
  const text = (at: [number, number], size: number, said: string, more = ''): string =>
    `<text x="${at[0]}" y="${at[1]}" font-size="${size}" ${more}>${escaped(said)}</text>`

  const side = (colour: Side, left: number): string => {
    const { accuracy, marks, time } = summary.sides[colour]
    const counts = MARKS.map((mark) => `${say(`mark.${mark}`)} ${marks[mark]}`).join('  ·  ')
    return [
      `<circle cx="${left + 16}" cy="118" r="14" fill="${colour === 'w' ? '#fbf6e9' : '#2b2620'}" stroke="#7a6a4a" stroke-width="2"/>`,
      text([left + 44, 130], 38, shortened(nameOf(tags, colour, say)), 'font-weight="700"'),
      text([left, 215], 64, percent(accuracy), 'font-weight="700" fill="#8a5a00"'),
      text([left + 235, 213], 26, say('summary.accuracy'), 'fill="#6b5d45"'),
      text([left, 265], 24, counts),
      time === null ? '' : text([left, 305], 24, `${say('summary.time')} ${duration(time)}`),
    ].join('')
  }
  const marked = scores.flatMap(({ ply, chance, mark }) =>
    mark
      ? [`<circle cx="${x(ply)}" cy="${y(chance)}" r="8" fill="${COLOURS[mark]}" stroke="#fffaf0" stroke-width="2"/>`]
      : [],
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" fill="#2b2620">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffaf0"/>`,
    `<path d="M60 34l17 10v20L60 74 43 64V44z" fill="#e8a917" transform="translate(17 -14)"/>`,
    text([108, 52], 30, 'ruche', 'font-weight="700"'),
    text([WIDTH - 60, 52], 26, shortened(about, 60), 'text-anchor="end" fill="#6b5d45"'),
    side('w', 60),
    side('b', 640),
    `<rect x="${GRAPH.x}" y="${GRAPH.y}" width="${GRAPH.width}" height="${GRAPH.height}" rx="8" fill="#2b2620"/>`,
    points.length ? `<path d="M${GRAPH.x} ${base}L${points.join('L')}L${x(end)} ${base}Z" fill="#fbf6e9"/>` : '',
    `<path d="M${GRAPH.x} ${y(0.5)}H${GRAPH.x + GRAPH.width}" stroke="#e8a917" stroke-dasharray="6 6" stroke-width="2"/>`,
    ...marked,
    `<rect x="${GRAPH.x}" y="${GRAPH.y}" width="${GRAPH.width}" height="${GRAPH.height}" rx="8" fill="none" stroke="#7a6a4a" stroke-width="2"/>`,
    '</svg>',
  ].join('')
}

/** A drawing as pixels. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('png'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
