import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { idsIn, rowsLeft, rowsPassed, rowsRendered, type Ids } from '../../model/timeline/index.ts'
import { windowAt, type Geometry, type Viewport } from '../../ui/long-list/index.ts'

/** ms of scrolling that are looked at together; less where the list comes to rest before. */
const WINDOW_MS = 1000
/** ms without a scroll after which a list is at rest. */
const REST_MS = 300
/** Part of the screen that is scrolled in one window while reading; more is thrown past. */
const READING_SPEED = 0.5
/** Events of scrolling by wheel, touch or scrollbar. */
const POINTER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown']

type VisibleRows = { readonly ids: Ids; readonly from: number; readonly to: number; readonly top: number }

/**
 * Reports to the model which rows were scrolled past by wheel, touch or scrollbar at reading speed, and which were visible
 * then; the model marks them according to the settings. Of rows that were thrown past or passed by keys only those that were
 * visible before are reported, as having left the screen: jumping to the end reads nothing in between.
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
    previous.current = { ids, from, to, top }
  }, [ids, geometry, viewport])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const visibleRows = () => {
      const { top, height } = viewport.seen
      const { from, to } = windowAt(latest.current.geometry, top, height, 0)
      return { ids: latest.current.ids, from, to, top }
    }
    // A list that is not measured yet may start scrolled down, and the rows above were not passed.
    const initialRows = () => (viewport.seen.height > 0 ? visibleRows() : null)
    previous.current = initialRows()
    let byPointer = false
    let isCalm = true
    const report = () => {
      clearTimeout(timer)
      timer = undefined
      const now = visibleRows()
      // After a change of list, rows passed in the old one do not count.
      const before = previous.current?.ids[0] === now.ids[0] ? previous.current : null
      const distance = before ? Math.abs(now.top - before.top) : 0
      const isSlow = distance <= viewport.seen.height * READING_SPEED
      // The end of a throw is slow, too; its rows have only just appeared.
      const isReading = isSlow && isCalm
      isCalm = isSlow
      const from = before?.from ?? now.from
      if (byPointer && isReading && now.from > from) passed(idsIn(now.ids, from, now.from))
      if (before && now.from > from) left(idsIn(now.ids, from, Math.min(now.from, before.to)))
      if (isReading) rendered(idsIn(now.ids, now.from, now.to))
      previous.current = now
    }
    let restTimer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      if (timer !== undefined) report()
      isCalm = true
    }
    const unlisten = viewport.listen((scroll) => {
      if (!scroll) {
        previous.current ??= initialRows()
        return
      }
      timer ??= setTimeout(report, WINDOW_MS)
      clearTimeout(restTimer)
      restTimer = setTimeout(rest, REST_MS)
    })
    const scroller = viewport.scroller.current
    const pointerScrolled = () => {
      // Before the list moves.
      previous.current ??= initialRows()
      byPointer = true
    }
    const keyPressed = () => {
      // Report the rows scrolled by pointer before the key scrolls on.
      if (timer !== undefined) report()
      byPointer = false
    }
    for (const type of POINTER_SCROLL_EVENTS)
      scroller?.addEventListener(type, pointerScrolled, { passive: true })
    window.addEventListener('keydown', keyPressed, true)
    return () => {
      clearTimeout(timer)
      clearTimeout(restTimer)
      unlisten()
      for (const type of POINTER_SCROLL_EVENTS) scroller?.removeEventListener(type, pointerScrolled)
      window.removeEventListener('keydown', keyPressed, true)
    }
  }, [viewport, passed, left, rendered])
}
