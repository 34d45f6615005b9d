import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { windowAt, type Geometry, type Window } from './geometry.ts'

/**
 * px drawn beyond the viewport on both sides, and how near its end the eye may come before more is drawn. What lies
 * between them is drawn in one frame: few rows, or the frame is late.
 */
const SPARE = 800
const NEAR = 550

/**
 * Which rows to draw for the present scroll place. Drawn again only when the eye comes near the end of what is drawn,
 * and then within the scroll's own frame, so that no frame shows a gap.
 */
export function useWindow(geometry: Geometry, scroller: RefObject<HTMLElement | null>) {
  const [drawn, setDrawn] = useState<Window>(() => windowAt(geometry, 0, 1200, SPARE))
  const latest = useRef({ geometry, drawn })
  latest.current.geometry = geometry
  // px, as last told: asking the element in the middle of a change would make the browser lay out the page at once.
  const seen = useRef({ top: 0, height: 0 })
  /** Where the next frame scrolls to, px. */
  const goal = useRef<number | null>(null)

  const look = useCallback((force: boolean) => {
    const { geometry: now, drawn: before } = latest.current
    const { top, height } = seen.current
    const near = windowAt(now, top, height, NEAR)
    if (!force && near.from >= before.from && near.to <= before.to && near.lastSpan <= before.lastSpan) return
    const next = windowAt(now, top, height, SPARE)
    latest.current.drawn = next
    setDrawn(next)
  }, [])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      seen.current = { top: goal.current ?? element.scrollTop, height: element.clientHeight }
    }
    const scrolled = () => {
      measure()
      flushSync(() => look(false))
    }
    const resized = new ResizeObserver(() => {
      measure()
      look(false)
    })
    measure()
    element.addEventListener('scroll', scrolled, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', scrolled)
      resized.disconnect()
    }
  }, [scroller, look])
  useLayoutEffect(() => look(true), [geometry, look])

  /**
   * Scrolls there and draws it before the next paint; in the frame, not at once, as each scroll makes the browser lay out
   * the page, and what else changes with the step would make it do so again.
   * @param choose the new place in px, told the present one
   */
  const scrollTo = useCallback(
    (choose: (top: number, height: number) => number) => {
      const element = scroller.current
      const top = choose(seen.current.top, seen.current.height)
      if (!element || top === seen.current.top) return
      if (goal.current === null)
        requestAnimationFrame(() => {
          element.scrollTop = goal.current ?? element.scrollTop
          goal.current = null
        })
      goal.current = top
      seen.current.top = top
      look(false)
    },
    [scroller, look],
  )
  return { drawn, scrollTo }
}
