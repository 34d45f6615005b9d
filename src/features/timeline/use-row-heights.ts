import { useCallback, useReducer, useRef } from 'react'
import type { EntryHead } from '../../model/rows.ts'
import { idText, type Ids } from '../../model/timeline/index.ts'

/** Rows around the rendered ones whose heights are settled before they come into sight. */
const MARGIN = 120

type Heights = { readonly key: string; readonly ids: Ids; readonly px: Float32Array }

export type RowHeights = {
  /** px of each row; 0: not known yet. Another array when one has changed. */
  readonly px: Float32Array
  /** Settles heights that were measured, and renders again. */
  readonly settle: (measured: readonly (readonly [row: number, px: number])[]) => void
}

/**
 * Heights of the rows of a list. A row's height is settled once and kept while the list changes around it, so that
 * nothing moves under the user.
 * @param key of everything that heights depend on: another one discards them
 * @param around rows that are rendered or will be
 * @param heightOf px; 0: not known yet
 */
export function useRowHeights(
  key: string,
  ids: Ids,
  around: readonly { readonly from: number; readonly to: number }[],
  summaries: ReadonlyMap<string, EntryHead>,
  heightOf: (summary: EntryHead) => number,
): RowHeights {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const last = useRef<Heights>(null)
  let heights = carried(last.current, key, ids)
  for (const { from, to } of around) {
    let px: Float32Array | null = null
    for (let row = Math.max(0, from - MARGIN); row < Math.min(ids.length, to + MARGIN); row += 1) {
      if (heights.px[row]) continue
      const summary = summaries.get(idText(ids[row]))
      const height = summary ? heightOf(summary) : 0
      if (height === 0) continue
      px ??= heights.px.slice()
      px[row] = height
    }
    if (px) heights = { ...heights, px }
  }
  last.current = heights
  const settle = useCallback((measured: readonly (readonly [row: number, px: number])[]) => {
    const current = last.current
    if (!current) return
    const px = current.px.slice()
    for (const [row, height] of measured) px[row] = height
    last.current = { ...current, px }
    rerender()
  }, [])
  return { px: heights.px, settle }
}

/** The heights for another state of the list: rows that stay keep theirs. */
function carried(before: Heights | null, key: string, ids: Ids): Heights {
  if (before?.key !== key) return { key, ids, px: new Float32Array(ids.length) }
  if (before.ids === ids) return before
  const px = new Float32Array(ids.length)
  const end = before.ids.length
  // Appending is the usual case.
  if (end <= ids.length && before.ids[0] === ids[0] && before.ids[end - 1] === ids[end - 1]) px.set(before.px)
  else {
    const known = new Map<bigint, number>()
    for (const [row, height] of before.px.entries()) if (height) known.set(before.ids[row] ?? 0n, height)
    for (const [row, id] of ids.entries()) px[row] = known.get(id) ?? 0
  }
  return { key, ids, px }
}
