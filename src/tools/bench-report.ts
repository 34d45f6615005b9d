/** Stores every measured figure, and shows the latest of each as a page: against its floor, its bar, and its history. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../../tests/bench/figure.ts'
import { root } from './step.ts'

const folder = join(root, '.bench')
const figuresFile = join(folder, 'figures.jsonl')

type StoredRun = Figure & { readonly at: string }

export function record(figure: Figure): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(figuresFile, `${JSON.stringify({ ...figure, at: new Date().toISOString() })}\n`)
}

/** @returns where the page was written, or what to do first */
export function writeReport(): string {
  if (!existsSync(figuresFile)) return 'Nothing was measured yet: npm run bench NAME'
  const figures = readFileSync(figuresFile, 'utf8')
    .trim()
    .split('\n')
    .map((stored) => JSON.parse(stored) as StoredRun)
  const path = join(folder, 'report.html')
  writeFileSync(path, page(figures))
  return path
}

function page(stored: readonly StoredRun[]): string {
  const benches = Map.groupBy(stored, ({ bench }) => bench)
  const parts = [...benches].map(([bench, figures]) => {
    const rows = [...Map.groupBy(figures, ({ figure }) => figure).values()].map(rowOf)
    return `<h2>${escaped(bench)}</h2><table><thead><tr>${HEAD}</tr></thead><tbody>${rows.join('')}</tbody></table>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lectern: figures</title><style>${STYLE}</style>
<h1>Figures</h1>${parts.join('\n')}</html>\n`
}

const HEAD = ['figure', 'product', 'floor', 'ratio', 'bar', 'held', 'against its bar', 'before', 'unit']
  .map((title) => `<th>${title}</th>`)
  .join('')

function rowOf(past: readonly StoredRun[]): string {
  const latest = past.at(-1)
  if (!latest) return ''
  const { figure, product, floor, ratio, bar, least, held: passed, unit, at } = latest
  const verdict = passed === undefined ? '' : passed ? 'held' : 'missed'
  const cells = [product, floor, ratio, bar === undefined ? undefined : `${least ? '≥' : '≤'} ${bar}`]
    .map((value) => `<td class="number">${value ?? ''}</td>`)
    .join('')
  return `<tr class="${verdict}"><td title="${at}">${escaped(figure)}</td>${cells}<td>${verdict}</td>
<td>${share(latest)}</td><td>${line(past.map(valueOf))}</td><td>${escaped(unit)}</td></tr>`
}

const valueOf = ({ product, ratio }: Figure): number => ratio ?? product

/** How much of the bar was used: the mark is the bar. */
function share(figure: Figure): string {
  if (!figure.bar) return ''
  const width = Math.min(100, (50 * valueOf(figure)) / figure.bar)
  return `<svg width="100" height="10"><rect width="${width.toFixed(1)}" height="10"/><path d="M50 0v10"/></svg>`
}

/** The history over all runs. */
function line(values: readonly number[]): string {
  if (values.length < 2) return ''
  const most = Math.max(...values) || 1
  const points = values.map(
    (value, at) =>
      `${((at * 96) / (values.length - 1) + 2).toFixed(1)},${(18 - (16 * value) / most).toFixed(1)}`,
  )
  return `<svg width="100" height="20"><polyline points="${points.join(' ')}"/></svg>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const STYLE = `body { font: 14px/1.4 system-ui; margin: 2rem; color-scheme: light dark }
table { border-collapse: collapse } th, td { padding: 2px 10px; text-align: left; border-bottom: 1px solid #8884 }
.number { text-align: right; font-variant-numeric: tabular-nums } .missed { color: light-dark(#a30, #f96) }
rect { fill: #58a } .missed rect { fill: #c52 } path { stroke: currentColor } polyline { fill: none; stroke: #58a }`
