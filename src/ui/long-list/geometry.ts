/**
 * Positions of the rows of a long list. Heights are fixed per view, so no row is measured: scrolling cannot jump, a row's
 * position is one division, and memory grows with the date groups, not the rows. (A general virtualiser stores an object
 * per row.)
 */

import { partitionPoint } from '../../core/index.ts'

/** Rows [from, to) under one date header. */
export type Span = { readonly from: number; readonly to: number }

export type Shape = {
  /** px, one line of cells */
  readonly rowHeight: number
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
  const tops = new Float64Array(spans.length + 1)
  let top = 0
  for (const [at, span] of spans.entries()) {
    tops[at] = top
    top += shape.headerHeight + linesOf(span, shape.columns) * shape.rowHeight
  }
  tops[spans.length] = top
  return { shape, spans, tops }
}

/** px */
export const heightOf = (geometry: Geometry): number => geometry.tops[geometry.spans.length] ?? 0

/** px from the top of the list to the row's upper edge */
export function topOf(geometry: Geometry, row: number): number {
  const at = spanOfRow(geometry.spans, row)
  return (geometry.tops[at] ?? 0) + geometry.shape.headerHeight + topInSpan(geometry, at, row)
}

/** px from the first line of its span to the row's upper edge */
export function topInSpan({ spans, shape }: Geometry, span: number, row: number): number {
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
    from: rowAt(geometry, firstSpan, above, Math.floor),
    to: rowAt(geometry, lastSpan, below, Math.ceil),
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
  const { rowHeight, headerHeight, footerHeight = 0 } = geometry.shape
  const top = topOf(geometry, row)
  const spare = Math.max(0, Math.floor((height - headerHeight - rowHeight) / 2))
  const margin = Math.min(MARGIN_ROWS * rowHeight, MAX_MARGIN, spare)
  const upper = Math.max(0, top - headerHeight - margin)
  if (upper < scrolled) return upper
  const bottom = Math.min(top + rowHeight + margin, heightOf(geometry) + footerHeight)
  return bottom > scrolled + height ? bottom - height : scrolled
}

/** Index of the span that contains the row, by binary search. */
export function spanOfRow(spans: readonly Span[], row: number): number {
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

/** The last index for which `matches` is true; it must be true for a prefix and false after it. */
const lastOf = (count: number, matches: (at: number) => boolean) =>
  Math.max(0, partitionPoint(0, count, matches) - 1)
