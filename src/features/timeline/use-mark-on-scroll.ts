import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { idsIn, rowsLeft, rowsPassed, rowsRendered, type Ids } from '../../model/index.ts'
import { windowAt, type Geometry, type Viewport } from '../../ui/long-list/index.ts'

/** ms for which passed rows are collected, so that a long scroll emits a few events a second, not one per frame. */
const BATCH_MS = 250
/** Events of scrolling by wheel, touch or scrollbar. */
const POINTER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown']

type VisibleRows = { readonly ids: Ids; readonly from: number; readonly to: number }

/**
 * Reports to the model which rows were scrolled past by wheel, touch or scrollbar, and which were visible; the model marks
 * them according to the settings. Of rows passed by keys only those that were visible are reported, as having left the
 * screen: jumping to the end reads nothing in between.
 */
export function useMarkOnScroll(ids: Ids, geometry: Geometry, viewport: Viewport): void {
  const [passed, left, rendered] = useUnit([rowsPassed, rowsLeft, rowsRendered])
  const latest = useRef({ ids, geometry })
  const previous = useRef<VisibleRows | null>(null)
  latest.current = { ids, geometry }

  // Of another list, the rows that are visible now are the first.
  useEffect(() => {
    if (!previous.current || previous.current.ids[0] === ids[0]) return
    const { top, height } = viewport.seen
    const { from, to } = windowAt(geometry, top, height, 0)
    previous.current = { ids, from, to }
  }, [ids, geometry, viewport])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const visibleRows = () => {
      const { top, height } = viewport.seen
      const { from, to } = windowAt(latest.current.geometry, top, height, 0)
      return { ids: latest.current.ids, from, to }
    }
    // A list that is not measured yet may start scrolled down, and the rows above were not passed.
    const initialRows = () => (viewport.seen.height > 0 ? visibleRows() : null)
    previous.current = initialRows()
    let byPointer = false
    const report = () => {
      timer = undefined
      const now = visibleRows()
      // After a change of list, rows passed in the old one do not count.
      const before = previous.current?.ids[0] === now.ids[0] ? previous.current : null
      const from = before?.from ?? now.from
      if (byPointer && now.from > from) passed(idsIn(now.ids, from, now.from))
      if (before && now.from > from) left(idsIn(now.ids, from, Math.min(now.from, before.to)))
      rendered(idsIn(now.ids, now.from, now.to))
      previous.current = now
    }
    const unlisten = viewport.listen((scroll) => {
      if (scroll) timer ??= setTimeout(report, BATCH_MS)
      else previous.current ??= initialRows()
    })
    const scroller = viewport.scroller.current
    const pointerScrolled = () => {
      // Before the list moves.
      previous.current ??= initialRows()
      byPointer = true
    }
    const keyPressed = () => {
      // Report the rows scrolled by pointer before the key scrolls on.
      if (timer !== undefined) {
        clearTimeout(timer)
        report()
      }
      byPointer = false
    }
    for (const type of POINTER_SCROLL_EVENTS)
      scroller?.addEventListener(type, pointerScrolled, { passive: true })
    window.addEventListener('keydown', keyPressed, true)
    return () => {
      clearTimeout(timer)
      unlisten()
      for (const type of POINTER_SCROLL_EVENTS) scroller?.removeEventListener(type, pointerScrolled)
      window.removeEventListener('keydown', keyPressed, true)
    }
  }, [viewport, passed, left, rendered])
}
