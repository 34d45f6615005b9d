import { useLayoutEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { EntryHead } from '../../model/rows.ts'
import { idText, type Ids } from '../../model/timeline/index.ts'
import { applyGoal, type Viewport, type Window } from '../../ui/long-list/index.ts'
import type { RowHeights } from './use-row-heights.ts'

/** px; smaller differences are rounding. */
const LEAST = 0.5

/**
 * Settles the heights of rows with `data-measured` by their real ones, in the frame in which they are laid out and before
 * it is painted.
 * @param summaries of the entries: a row is measured once its entry has come; null: no row is measured
 */
export function useMeasuredRows(
  box: RefObject<HTMLElement | null>,
  ids: Ids,
  rendered: Window,
  summaries: ReadonlyMap<string, EntryHead> | null,
  heights: RowHeights,
  viewport: Viewport,
): void {
  const latest = useRef({ ids, heights })
  useLayoutEffect(() => {
    latest.current = { ids, heights }
  })
  const observer = useRef<ResizeObserver>(null)
  useLayoutEffect(() => {
    const resized = new ResizeObserver((changes) => {
      const { ids: now, heights: settled } = latest.current
      const measured = changes.flatMap(({ target, borderBoxSize }): (readonly [number, number])[] => {
        const row = Number(target.ariaPosInSet) - 1
        if (!(target instanceof HTMLElement) || idText(now[row]) !== target.dataset.entryId) return []
        // The first row of a day reaches below its header by a border.
        const px = (borderBoxSize[0]?.blockSize ?? 0) - target.clientTop
        return px > 0 && Math.abs(px - (settled.px[row] ?? 0)) > LEAST ? [[row, px]] : []
      })
      if (measured.length === 0) return
      flushSync(() => settled.settle(measured))
      applyGoal(viewport)
    })
    observer.current = resized
    return () => resized.disconnect()
  }, [viewport])
  useLayoutEffect(() => {
    const resized = observer.current
    if (!resized) return
    resized.disconnect()
    for (const row of box.current?.querySelectorAll('.entry-row[data-measured]') ?? []) resized.observe(row)
  }, [box, ids, rendered, summaries])
}
