/**
 * Positions of the rows of a long list. Rows of one height need no table: a row's position is one division, and memory
 * grows with the date groups, not the rows. Rows of their own heights take 17 bytes each; in several columns each row
 * takes the shortest one (masonry). (A general virtualiser stores an object per row.)
 */

import { partitionPoint } from '../../core/index.ts'

/** Rows [from, to) under one date header. */
export type Span = { readonly from: number; readonly to: number }

export type Shape = {
  /** px, one line of cells; with `heights` of a row whose height is not known yet */
  readonly rowHeight: number
  /** px of each row where rows differ in height; 0: not known yet. Absent: all rows have `rowHeight`. */
  readonly heights?: Float32Array
  /** px of a group's header; 0 when rows are not grouped */
  readonly headerHeight: number
  /** cells per line, 1 for lists */
  readonly columns: number
  /** px of what follows the rows and is scrolled to with the last one */
  readonly footerHeight?: number
  /** px that `columns` was computed for; absent for lists, whose rows fill the width */
  readonly width?: number
}

export type Geometry = {
  readonly shape: Shape
  readonly spans: readonly Span[]
  /** px from the top of the list, one per span, then the total height */
  readonly tops: Float64Array
  /** null: all rows have one height */
  readonly rows: RowPositions | null
}

/** Positions of rows that differ in height, px from the top of the list. Later rows never begin above earlier ones. */
type RowPositions = {
  readonly tops: Float64Array
  /** The lowest edge of each row and of all before it. */
  readonly reach: Float64Array
  readonly columns: Uint8Array
}

/** What to render: spans [firstSpan, lastSpan] and rows [from, to). */
export type Window = {
  readonly firstSpan: number
  readonly lastSpan: number
  readonly from: number
  readonly to: number
}

const linesOf = (span: Span, columns: number) => Math.ceil((span.to - span.from) / columns)

/** @param spans contiguous, from row 0 */
export function layOut(spans: readonly Span[], shape: Shape): Geometry {
  if (shape.heights) return layOutRows(spans, shape, shape.heights)
  const tops = new Float64Array(spans.length + 1)
  let top = 0
  for (const [at, span] of spans.entries()) {
    tops[at] = top
    top += shape.headerHeight + linesOf(span, shape.columns) * shape.rowHeight
  }
  tops[spans.length] = top
  return { shape, spans, tops, rows: null }
}

function layOutRows(spans: readonly Span[], shape: Shape, heights: Float32Array): Geometry {
  const count = spans.at(-1)?.to ?? 0
  const tops = new Float64Array(spans.length + 1)
  const rows = {
    tops: new Float64Array(count),
    reach: new Float64Array(count),
    columns: new Uint8Array(count),
  }
  let bottom = 0
  for (const [at, span] of spans.entries()) {
    tops[at] = bottom
    bottom += shape.headerHeight
    const ends = new Float64Array(shape.columns).fill(bottom)
    for (let row = span.from; row < span.to; row += 1) {
      let column = 0
      for (let other = 1; other < ends.length; other += 1)
        if ((ends[other] ?? 0) < (ends[column] ?? 0)) column = other
      const top = ends[column] ?? 0
      const end = top + (heights[row] || shape.rowHeight)
      ends[column] = end
      if (end > bottom) bottom = end
      rows.tops[row] = top
      rows.reach[row] = bottom
      rows.columns[row] = column
    }
  }
  tops[spans.length] = bottom
  return { shape, spans, tops, rows }
}

/** px */
export const rowHeightOf = ({ shape }: Geometry, row: number): number =>
  shape.heights?.[row] || shape.rowHeight

/** Column of a row, from 0. */
export const columnOf = ({ shape, spans, rows }: Geometry, row: number): number =>
  rows ? (rows.columns[row] ?? 0) : (row - (spans[spanOfRow(spans, row)]?.from ?? 0)) % shape.columns

/** px */
export const heightOf = (geometry: Geometry): number => geometry.tops[geometry.spans.length] ?? 0

/** px from the top of the list to the row's upper edge */
export function topOf(geometry: Geometry, row: number): number {
  if (geometry.rows) return geometry.rows.tops[row] ?? heightOf(geometry)
  const at = spanOfRow(geometry.spans, row)
  return (geometry.tops[at] ?? 0) + geometry.shape.headerHeight + topInSpan(geometry, at, row)
}

/** px from the first line of its span to the row's upper edge */
export function topInSpan({ spans, shape, tops, rows }: Geometry, span: number, row: number): number {
  if (rows) return (rows.tops[row] ?? 0) - (tops[span] ?? 0) - shape.headerHeight
  return Math.floor((row - (spans[span]?.from ?? 0)) / shape.columns) * shape.rowHeight
}

/** What to render for a viewport of `height` px at `scrolled` px, with `spare` px of overscan on both sides. */
export function windowAt(geometry: Geometry, scrolled: number, height: number, spare: number): Window {
  const { spans } = geometry
  if (spans.length === 0) return { firstSpan: 0, lastSpan: -1, from: 0, to: 0 }
  const above = Math.max(0, scrolled - spare)
  const below = Math.max(above, Math.min(heightOf(geometry), scrolled + height + spare))
  const firstSpan = spanAt(geometry, above)
  const lastSpan = spanAt(geometry, below)
  return {
    firstSpan,
    lastSpan,
    ...(geometry.rows
      ? rowsBetween(geometry.rows, above, below)
      : {
          from: rowAt(geometry, firstSpan, above, Math.floor),
          to: rowAt(geometry, lastSpan, below, Math.ceil),
        }),
  }
}

/** Rows that stay visible beyond the one that is navigated to, and their maximum in px: rows may be tall. */
const MARGIN_ROWS = 2
const MAX_MARGIN = 160

/**
 * Scroll position at which the row is visible with a margin; `scrolled` when it already is. Rows under the sticky header
 * count as hidden.
 */
export function scrollToSee(geometry: Geometry, row: number, scrolled: number, height: number): number {
  const { headerHeight, footerHeight = 0 } = geometry.shape
  const rowHeight = rowHeightOf(geometry, row)
  const top = topOf(geometry, row)
  const spare = Math.max(0, Math.floor((height - headerHeight - rowHeight) / 2))
  const margin = Math.min(MARGIN_ROWS * rowHeight, MAX_MARGIN, spare)
  const upper = Math.max(0, top - headerHeight - margin)
  if (upper < scrolled) return upper
  const bottom = Math.min(top + rowHeight + margin, heightOf(geometry) + footerHeight)
  // Of a row that is taller than the viewport the beginning is shown.
  return bottom > scrolled + height ? Math.min(upper, bottom - height) : scrolled
}

/** Rows to look at for a neighbour: more than a window of cells holds. */
const NEIGHBOUR_REACH = 400

/**
 * The row beside another in a grid: the next of the same column, or of the column beside it the one at the same height.
 * @returns the row itself where there is none
 */
export function neighbourOf(
  geometry: Geometry,
  row: number,
  direction: 'up' | 'down' | 'left' | 'right',
): number {
  const count = geometry.spans.at(-1)?.to ?? 0
  const column = columnOf(geometry, row)
  if (direction === 'up' || direction === 'down') {
    const step = direction === 'down' ? 1 : -1
    for (let other = row + step; other >= 0 && other < count; other += step) {
      if (Math.abs(other - row) > NEIGHBOUR_REACH) break
      if (columnOf(geometry, other) === column) return other
    }
    // The last line may be shorter than the one above.
    return direction === 'down' && topOf(geometry, count - 1) > topOf(geometry, row) ? count - 1 : row
  }
  const target = column + (direction === 'right' ? 1 : -1)
  const middle = (at: number) => topOf(geometry, at) + rowHeightOf(geometry, at) / 2
  let nearest = row
  let least = Infinity
  const from = Math.max(0, row - NEIGHBOUR_REACH)
  for (let other = from; other < Math.min(count, row + NEIGHBOUR_REACH); other += 1) {
    const distance = Math.abs(middle(other) - middle(row))
    if (distance < least && columnOf(geometry, other) === target) {
      nearest = other
      least = distance
    }
  }
  return nearest
}

/** Index of the span that contains the row, by binary search. */
function spanOfRow(spans: readonly Span[], row: number): number {
  return lastOf(spans.length, (at) => (spans[at]?.from ?? 0) <= row)
}

const spanAt = ({ tops, spans }: Geometry, y: number) => lastOf(spans.length, (at) => (tops[at] ?? 0) <= y)

function rowAt(
  { tops, spans, shape }: Geometry,
  at: number,
  y: number,
  round: (n: number) => number,
): number {
  const span = spans[at] as Span
  const lines = round((y - (tops[at] ?? 0) - shape.headerHeight) / shape.rowHeight)
  return Math.min(span.to, Math.max(span.from, span.from + lines * shape.columns))
}

function rowsBetween({ tops, reach }: RowPositions, above: number, below: number) {
  const from = partitionPoint(0, reach.length, (row) => (reach[row] ?? 0) <= above)
  return {
    from,
    to: Math.max(
      from,
      partitionPoint(from, tops.length, (row) => (tops[row] ?? 0) < below),
    ),
  }
}

/** The last index for which `matches` is true; it must be true for a prefix and false after it. */
const lastOf = (count: number, matches: (at: number) => boolean) =>
  Math.max(0, partitionPoint(0, count, matches) - 1)
