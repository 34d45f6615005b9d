import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { layOut, scrollToSee, windowAt, type Geometry, type Window } from '../ui/long-list/index.ts'
import { hasTwoLines, type PaletteSection } from './rows.ts'

/** px: rows beyond the visible ones, so that a wheel shows no gap. */
const OVERSCAN = 120

export type RowWindow = {
  readonly geometry: Geometry
  /** What to render. */
  readonly visible: Window
  readonly scrolled: (top: number) => void
}
type RowHeights = {
  readonly rowHeight: number
  /** Of rows with two lines. */
  readonly tallHeight: number
  readonly headerHeight: number
}
type Position = { readonly top: number; readonly selected: number; readonly query: string }

/**
 * The rows to render: those in sight of the list, which holds every command. The selected row is always one of them, as
 * the list is scrolled to it in the render that selects it.
 * @param selected index over all sections; -1: none
 * @param query another one starts at the top
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  sections: readonly PaletteSection[],
  { rowHeight, tallHeight, headerHeight }: RowHeights,
  { selected, query, maxHeight }: { selected: number; query: string; maxHeight: number },
): RowWindow {
  const geometry = useMemo(() => {
    let from = 0
    const spans = sections.map(({ rows }) => {
      const span = { from, to: from + rows.length }
      from = span.to
      return span
    })
    const isEven = !sections.some(({ rows }) => rows.some(hasTwoLines))
    const heights = isEven
      ? undefined
      : Float32Array.from(
          sections.flatMap(({ rows }) => rows.map((row) => (hasTwoLines(row) ? tallHeight : rowHeight))),
        )
    return layOut(spans, { rowHeight, headerHeight, columns: 1, ...(heights && { heights }) })
  }, [sections, rowHeight, tallHeight, headerHeight])
  const [height, setHeight] = useState(maxHeight)
  const [position, setPosition] = useState<Position>({ top: 0, selected, query })
  let { top } = position
  if (position.selected !== selected || position.query !== query) {
    if (position.query !== query) top = 0
    if (selected >= 0 && sections.length > 0) top = scrollToSee(geometry, selected, top, height)
    setPosition({ top, selected, query })
  }
  useLayoutEffect(() => {
    if (list.current && list.current.scrollTop !== top) list.current.scrollTop = top
  }, [list, top, geometry])
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight || maxHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, maxHeight])
  return {
    geometry,
    visible: windowAt(geometry, top, Math.max(height, rowHeight * 4), OVERSCAN),
    scrolled: (next) => setPosition({ top: next, selected, query }),
  }
}
