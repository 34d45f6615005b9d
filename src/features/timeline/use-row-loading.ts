import { useEffect, useRef } from 'react'
import { idsIn, type Ids } from '../../model/index.ts'
import type { Window } from '../../ui/long-list/index.ts'

/** Rows asked for beyond those drawn, so that a quick scroll finds them there. */
const AHEAD = 100
/** Rows still there ahead of the drawn ones at which the next are asked for: one call for many, not one for each few. */
const LEFT = 40

const nothing = { ids: null as Ids | null, from: 0, to: 0 }

/** Asks for the rows that are drawn and those around them, in large pieces. */
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
    // At the top of a list nobody may go on. What was there may have been let go since.
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
