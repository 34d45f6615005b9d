import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { windowAt, type Geometry, type Window } from './geometry.ts'

/** px drawn beyond the viewport on both sides, and how near its end the eye may come before more is drawn. */
const SPARE = 1000
const NEAR = 350

/**
 * Which rows to draw for the present scroll place. Drawn again only when the eye comes near the end of what is drawn,
 * and then within the scroll's own frame, so that no frame shows a gap.
 */
export function useWindow(geometry: Geometry, scroller: RefObject<HTMLElement | null>) {
  const [drawn, setDrawn] = useState<Window>(() => windowAt(geometry, 0, 1200, SPARE))
  const latest = useRef({ geometry, drawn })
  latest.current.geometry = geometry

  const look = useCallback(
    (force: boolean) => {
      const element = scroller.current
      if (!element) return false
      const { geometry: now, drawn: before } = latest.current
      const near = windowAt(now, element.scrollTop, element.clientHeight, NEAR)
      if (!force && near.from >= before.from && near.to <= before.to && near.lastSpan <= before.lastSpan)
        return false
      const next = windowAt(now, element.scrollTop, element.clientHeight, SPARE)
      latest.current.drawn = next
      setDrawn(next)
      return true
    },
    [scroller],
  )

  useLayoutEffect(() => void look(true), [geometry, look])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const scrolled = () => flushSync(() => void look(false))
    const resized = new ResizeObserver(() => look(false))
    element.addEventListener('scroll', scrolled, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', scrolled)
      resized.disconnect()
    }
  }, [scroller, look])

  /** Scrolls there and draws it before the next paint. */
  const scrollTo = useCallback(
    (top: number) => {
      const element = scroller.current
      if (!element || element.scrollTop === top) return
      element.scrollTop = top
      look(false)
    },
    [scroller, look],
  )
  return { drawn, scrollTo }
}
