import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { idsIn, rowsPassed, rowsRendered, type Ids } from '../../model/index.ts'
import { windowAt, type Geometry, type Viewport } from '../../ui/long-list/index.ts'

/** ms for which passed rows are collected, so that a long scroll emits a few events a second, not one per frame. */
const GATHERED_MS = 250
/** Of the scroller; a scrollbar is dragged by the pointer. */
const HAND_EVENTS = ['wheel', 'touchmove', 'pointerdown']

/**
 * Tells the model which rows were scrolled past by wheel, touch or scrollbar, and which have been in sight; it marks them if
 * the settings say so. What a key passes is not told: who jumps to the end has not read what lies between.
 */
export function useMarkOnScroll(ids: Ids, geometry: Geometry, viewport: Viewport): void {
  const [passed, rendered] = useUnit([rowsPassed, rowsRendered])
  const latest = useRef({ ids, geometry })
  latest.current = { ids, geometry }

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const inSight = () => {
      const { top, height } = viewport.seen
      const { from, to } = windowAt(latest.current.geometry, top, height, 0)
      return { ids: latest.current.ids, from, to }
    }
    // A list that is not measured yet may start scrolled down, and the rows above were not passed.
    const place = () => (viewport.seen.height > 0 ? inSight() : null)
    let before = place()
    let byHand = false
    const tell = () => {
      timer = undefined
      const now = inSight()
      // After a change of list, rows passed in the old one do not count.
      const from = before && before.ids[0] === now.ids[0] ? before.from : now.from
      if (byHand && now.from > from) passed(idsIn(now.ids, from, now.from))
      rendered(idsIn(now.ids, now.from, now.to))
      before = now
    }
    const forget = viewport.listen((scroll) => {
      if (scroll) timer ??= setTimeout(tell, GATHERED_MS)
      else before ??= place()
    })
    const scroller = viewport.scroller.current
    const handMoved = () => {
      byHand = true
    }
    const keyPressed = () => {
      // Report the rows scrolled by pointer before the key scrolls on.
      if (timer !== undefined) {
        clearTimeout(timer)
        tell()
      }
      byHand = false
    }
    for (const type of HAND_EVENTS) scroller?.addEventListener(type, handMoved, { passive: true })
    window.addEventListener('keydown', keyPressed, true)
    return () => {
      clearTimeout(timer)
      forget()
      for (const type of HAND_EVENTS) scroller?.removeEventListener(type, handMoved)
      window.removeEventListener('keydown', keyPressed, true)
    }
  }, [viewport, passed, rendered])
}
