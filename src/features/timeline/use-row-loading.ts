import { useEffect, useRef } from 'react'
import { idsIn, type Ids } from '../../model/index.ts'
import type { Window } from '../../ui/long-list/index.ts'

/** Rows requested beyond the rendered ones, so that a quick scroll finds them loaded. */
const AHEAD = 100
/** When fewer loaded rows than this remain ahead, more are requested: one large request instead of many small ones. */
const LEFT = 40

const nothing = { ids: null as Ids | null, from: 0, to: 0 }

/** Requests the rendered rows and those around them, in large chunks. */
export function useRowLoading(
  ids: Ids,
  drawn: Window,
  heads: ReadonlyMap<string, unknown>,
  wanted: (ids: readonly string[]) => void,
): void {
  const asked = useRef(nothing)
  const latest = useRef(heads)
  latest.current = heads
  useEffect(() => {
    const { ids: before, from, to } = asked.current
    const isAhead =
      before === ids && from <= Math.max(0, drawn.from - LEFT) && to >= Math.min(ids.length, drawn.to + LEFT)
    // At the top of a list no prefetch is needed. Loaded rows may have been evicted since.
    const isEnough = isAhead || drawn.from === 0
    if (isEnough && idsIn(ids, drawn.from, drawn.to).every((id) => latest.current.has(id))) return
    asked.current = {
      ids,
      from: Math.max(0, drawn.from - AHEAD),
      to: Math.min(ids.length, drawn.to + AHEAD),
    }
    wanted(idsIn(ids, asked.current.from, asked.current.to))
  }, [ids, drawn, wanted])
}
