import { useEffect, useRef } from 'react'
import { idsIn, type Ids } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'

/** Rows requested beyond the rendered ones, so that a quick scroll finds them loaded. */
const MARGIN = 100
/** When fewer loaded rows than this remain ahead, more are requested: one large request instead of many small ones. */
const MIN_MARGIN = 40

const NONE = { ids: null as Ids | null, from: 0, to: 0 }

/** Requests the rendered rows and those around them, in large chunks. */
export function useRowLoading(
  ids: Ids,
  rendered: Window,
  summaries: ReadonlyMap<string, unknown>,
  requestRows: (ids: readonly string[]) => void,
): void {
  const requested = useRef(NONE)
  const latest = useRef(summaries)
  latest.current = summaries
  useEffect(() => {
    const { ids: requestedIds, from, to } = requested.current
    const isCovered =
      requestedIds === ids &&
      from <= Math.max(0, rendered.from - MIN_MARGIN) &&
      to >= Math.min(ids.length, rendered.to + MIN_MARGIN)
    // At the top of a list no prefetch is needed. Loaded rows may have been evicted since.
    const needsNoMore = isCovered || rendered.from === 0
    if (needsNoMore && idsIn(ids, rendered.from, rendered.to).every((id) => latest.current.has(id))) return
    requested.current = {
      ids,
      from: Math.max(0, rendered.from - MARGIN),
      to: Math.min(ids.length, rendered.to + MARGIN),
    }
    requestRows(idsIn(ids, requested.current.from, requested.current.to))
  }, [ids, rendered, requestRows])
}
