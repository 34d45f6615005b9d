import { useLayoutEffect, useState, type RefObject } from 'react'

/** px of a scroller: how far it is scrolled, and its inside. All 0 before it is on the page, or while it is not drawn. */
export type ViewportState = { top: number; readonly height: number; readonly width: number }
/** Told of each scroll, and with nothing of each change of size; in the frame that shows it, and before that is painted. */
type Heard = (scroll?: Event) => void

/**
 * What is known of a scroller, and the way to move it. It belongs to whoever draws the scroller, so that a list which comes
 * later finds it measured: asking the element in the middle of a change would make the browser lay out the page at once.
 */
export type Viewport = {
  /** As last told. */
  seen: ViewportState
  /** It has been told at all. */
  measured: boolean
  /** Where the next frame scrolls to, px. */
  goal: number | null
  readonly scroller: RefObject<HTMLElement | null>
  readonly listeners: Set<Heard>
  /** @returns how to stop hearing */
  readonly listen: (heard: Heard) => () => void
}

export function useViewport(scroller: RefObject<HTMLElement | null>): Viewport {
  const [viewport] = useState(() => viewportOf(scroller))
  useLayoutEffect(() => watch(viewport), [viewport])
  return viewport
}

/**
 * In the next frame, not at once: what else changes with a step would make the browser lay out the page again.
 * @param comes a list that was not there before. What stood in its stead may have been too short to stay scrolled, of
 * which the browser tells only later
 */
export function scrollTo(viewport: Viewport, top: number, comes: boolean): void {
  const { seen, goal } = viewport
  if (top === seen.top && !(comes && top > 0)) return
  if (goal === null) requestAnimationFrame(() => reach(viewport))
  viewport.goal = top
  seen.top = top
}

function reach(viewport: Viewport): void {
  const { goal, scroller } = viewport
  if (goal !== null && scroller.current) scroller.current.scrollTop = goal
  viewport.goal = null
}

/** What is known of a scroller before the browser has told of it: nothing. */
export function viewportOf(scroller: RefObject<HTMLElement | null>): Viewport {
  const listeners = new Set<Heard>()
  const listen = (heard: Heard) => {
    listeners.add(heard)
    return () => listeners.delete(heard)
  }
  return { seen: { top: 0, height: 0, width: 0 }, measured: false, goal: null, scroller, listeners, listen }
}

function watch(viewport: Viewport): (() => void) | undefined {
  const element = viewport.scroller.current
  if (!element) return
  const measure: Heard = (scroll) => {
    const { scrollTop, clientHeight: height, clientWidth: width } = element
    viewport.seen = { top: viewport.goal ?? scrollTop, height, width }
    viewport.measured = true
    for (const heard of viewport.listeners) heard(scroll)
  }
  // Tells of the first size too, when the page has been laid out anyway: to ask before would lay it out within the drawing.
  const resized = new ResizeObserver(() => {
    measure()
    // The frame that it was to be reached in has gone by, but for its paint.
    reach(viewport)
  })
  element.addEventListener('scroll', measure, { passive: true })
  resized.observe(element)
  return () => {
    element.removeEventListener('scroll', measure)
    resized.disconnect()
  }
}
