import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { scrollToSee, topOf, windowAt, type Geometry, type Window } from './geometry.ts'
import { scrollTo, type Viewport } from './use-viewport.ts'

/**
 * px of overscan on both sides, and the least overscan that is left before more is rendered. The difference is rendered
 * in one frame, so it must be few rows.
 */
const OVERSCAN = 800
const MIN_OVERSCAN = 550
/**
 * ms without overscan after a list mounts, or after a jump to rows that were not rendered: users read before they scroll,
 * and the frame renders half the rows.
 */
const NO_OVERSCAN_AFTER_MOUNT_MS = 1500
const NO_OVERSCAN_AFTER_JUMP_MS = 100

/** The row to scroll into view. */
export type Aim = {
  /** Identity of the list: another one starts at its top. */
  readonly list: string
  /** Scrolled into view once when it changes; the user may scroll away afterwards. */
  readonly id: string | null
  /** Its index; -1 while it is not in the list. */
  readonly row: number
  /** Identifies a row across changes of the list, so that the visible rows stay where they are. */
  readonly keyAt?: (row: number) => unknown
  /** @returns -1: no longer in the list */
  readonly rowOf?: (key: unknown) => number
}

/** Scroll position (px) at which rows are rendered without overscan, and for how long (ms). */
type WithoutOverscan = { readonly top: number; readonly durationMs: number }

type Rendered = {
  readonly geometry: Geometry
  readonly window: Window
  readonly aim: Aim
  /** The aim that was last scrolled to; it waits while the scroller is not mounted or hidden. */
  reached: Aim | null
  /** Set while overscan is off. */
  withoutOverscan: WithoutOverscan | null
}

/**
 * Rows to render for the current scroll position and the row that is navigated to. Both are known during the render, so
 * navigation renders the list once. Renders again when the overscan runs low, within the frame of the scroll so that no
 * frame shows a gap, and when the width of the viewport changes.
 */
export function useWindow(geometry: Geometry, viewport: Viewport, aim: Aim): Window {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const last = useRef<Rendered>(null)
  const previous = last.current
  const top = targetTop(
    geometry,
    viewport.seen.height,
    anchoredTop(geometry, viewport, aim, previous),
    aim,
    previous?.reached ?? null,
    viewport.start,
  )
  const { window: rows, withoutOverscan } = windowFor(
    geometry,
    top,
    visibleHeight(viewport, geometry),
    previous,
  )

  useLayoutEffect(() => {
    const reached = viewport.seen.height > 0 ? aim : (previous?.reached ?? null)
    last.current = { geometry, window: rows, aim, reached, withoutOverscan }
    if (reached) viewport.start = 0
    scrollTo(viewport, top, previous === null)
  })
  useEffect(() => {
    if (!withoutOverscan) return
    const timer = setTimeout(() => {
      if (last.current) last.current.withoutOverscan = null
      rerender()
    }, withoutOverscan.durationMs)
    return () => clearTimeout(timer)
  }, [withoutOverscan])
  useLayoutEffect(() => {
    const check = (render: (update: () => void) => void) => {
      const rendered = last.current
      if (!rendered || !isSufficient(rendered, viewport)) render(rerender)
      else if (viewport.seen.height > 0) {
        rendered.reached = rendered.aim
        viewport.start = 0
      }
    }
    check((update) => update())
    return viewport.listen(() => check(flushSync))
  }, [viewport])
  return rows
}

/** px. A list that is not measured yet is at most as high as the page: assuming that saves a second render. */
function visibleHeight({ measured, seen }: Viewport, { shape }: Geometry): number {
  return measured || shape.width !== undefined ? seen.height : window.innerHeight
}

/** Whether the rendered rows cover the viewport and the aim is scrolled to. */
function isSufficient(rendered: Rendered, viewport: Viewport): boolean {
  const { seen } = viewport
  const { geometry, aim, reached } = rendered
  return (
    (geometry.shape.width ?? seen.width) === seen.width &&
    rendered.window === windowFor(geometry, seen.top, seen.height, rendered).window &&
    targetTop(geometry, seen.height, seen.top, aim, reached, viewport.start) === seen.top
  )
}

/** px at which the visible rows are where they were before rows were inserted, removed or resized. */
function anchoredTop(
  geometry: Geometry,
  { seen: { top, height } }: Viewport,
  aim: Aim,
  previous: Rendered | null,
): number {
  if (!previous || !height || previous.geometry === geometry || previous.aim.list !== aim.list) return top
  const visible = windowAt(previous.geometry, top, height, 0)
  const moved = (before: number, row: number) =>
    Math.max(0, top + topOf(geometry, row) - topOf(previous.geometry, before))
  const { id, row } = previous.aim
  if (id === aim.id && aim.row >= 0 && row >= visible.from && row < visible.to) return moved(row, aim.row)
  // At the top of a list the newest rows are to be seen.
  if (top === 0) return top
  for (let before = visible.from; before < visible.to; before += 1) {
    const now = aim.rowOf?.(previous.aim.keyAt?.(before)) ?? -1
    if (now >= 0) return moved(before, now)
  }
  return top
}

/** px to scroll the viewport to. @param start px at which a list begins that is not the one before */
function targetTop(
  geometry: Geometry,
  height: number,
  top: number,
  aim: Aim,
  previous: Aim | null,
  start: number,
): number {
  const isSame = previous?.list === aim.list
  if (!height || (isSame && previous.id === aim.id && previous.row < 0 === aim.row < 0)) return top
  const from = isSame ? top : start
  return aim.row < 0 ? from : scrollToSee(geometry, aim.row, from, height)
}

/** Returns the previous window while it leaves enough overscan; without overscan, while it covers the viewport. */
function windowFor(
  geometry: Geometry,
  top: number,
  height: number,
  previous: Rendered | null,
): Pick<Rendered, 'window' | 'withoutOverscan'> {
  const withoutOverscan = withoutOverscanAt(geometry, top, height, previous)
  // A hidden list is rendered with overscan, to be complete when it is shown.
  const isWithout = height > 0 && withoutOverscan !== null
  if (previous?.geometry === geometry) {
    const needed = windowAt(geometry, top, height, isWithout ? 0 : MIN_OVERSCAN)
    const { window } = previous
    if (needed.from >= window.from && needed.to <= window.to && needed.lastSpan <= window.lastSpan)
      return { window, withoutOverscan }
  }
  return { window: windowAt(geometry, top, height, isWithout ? 0 : OVERSCAN), withoutOverscan }
}

/** Overscan is off for a list that mounts at its top, and after a jump to rows none of which were rendered. */
function withoutOverscanAt(
  geometry: Geometry,
  top: number,
  height: number,
  previous: Rendered | null,
): WithoutOverscan | null {
  if (!previous) return top === 0 ? { top, durationMs: NO_OVERSCAN_AFTER_MOUNT_MS } : null
  if (previous.withoutOverscan?.top === top) return previous.withoutOverscan
  // Inserted rows shift the indexes of the rendered ones, so the two windows cannot be compared.
  if (previous.geometry !== geometry) return null
  const seen = windowAt(geometry, top, height, 0)
  const isJump = seen.to <= previous.window.from || seen.from >= previous.window.to
  return isJump ? { top, durationMs: NO_OVERSCAN_AFTER_JUMP_MS } : null
}
