import { useLayoutEffect, useState, type RefObject } from 'react'

/** px: scroll position and inner size of a scroller. All 0 before it is mounted and while it is not rendered. */
type ViewportState = { top: number; readonly height: number; readonly width: number }
/** Called on scroll with the event and on resize without one, in the same frame, before it is painted. */
type Listener = (scroll?: Event) => void

/**
 * Measurements of a scroller and its pending scroll. Owned by the component that renders the scroller, so that a list that
 * mounts later finds it measured: reading the element during a render would force a synchronous layout.
 */
export type Viewport = {
  /** The last measurement. */
  seen: ViewportState
  /** Whether it was measured at all. */
  measured: boolean
  /** px, scrolled to in the next frame. */
  goal: number | null
  /** px at which the first list begins; 0 once it has been measured. */
  start: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly listeners: Set<Listener>
  /** @returns removes the listener */
  readonly listen: (listener: Listener) => () => void
}

/** @param start px at which the first list begins */
export function useViewport(scroller: RefObject<HTMLElement | null>, start = 0): Viewport {
  const [viewport] = useState(() => viewportOf(scroller, start))
  useLayoutEffect(() => watch(viewport), [viewport])
  return viewport
}

/**
 * Scrolls in the next frame: scrolling at once would force a second layout for the other changes of the same render.
 * @param isNew the list has just mounted. The content before it may have been too short to stay scrolled, and the
 * browser reports that only later
 */
export function scrollTo(viewport: Viewport, top: number, isNew: boolean): void {
  const { seen, goal } = viewport
  if (top === seen.top && !(isNew && top > 0)) return
  if (goal === null) requestAnimationFrame(() => applyGoal(viewport))
  viewport.goal = top
  seen.top = top
}

/** Scrolls to the pending goal now: in a frame whose animation callbacks have run, the next frame is too late. */
export function applyGoal(viewport: Viewport): void {
  const { goal, scroller } = viewport
  if (goal !== null && scroller.current) scroller.current.scrollTop = goal
  viewport.goal = null
}

/** A viewport that is not measured yet. */
export function viewportOf(scroller: RefObject<HTMLElement | null>, start = 0): Viewport {
  const listeners = new Set<Listener>()
  const listen = (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const seen = { top: start, height: 0, width: 0 }
  return { seen, measured: false, goal: null, start, scroller, listeners, listen }
}

function watch(viewport: Viewport): (() => void) | undefined {
  const element = viewport.scroller.current
  if (!element) return
  const measure: Listener = (scroll) => {
    const { scrollTop, clientHeight: height, clientWidth: width } = element
    viewport.seen = { top: viewport.goal ?? scrollTop, height, width }
    viewport.measured = true
    for (const listener of viewport.listeners) listener(scroll)
  }
  // Also reports the first size, after layout; reading it earlier would force a layout during the render.
  const resizeObserver = new ResizeObserver(() => {
    measure()
    // The animation frame of this paint has run already.
    applyGoal(viewport)
  })
  element.addEventListener('scroll', measure, { passive: true })
  resizeObserver.observe(element)
  return () => {
    element.removeEventListener('scroll', measure)
    resizeObserver.disconnect()
  }
}
