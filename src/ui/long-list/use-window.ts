import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { scrollToSee, windowAt, type Geometry, type Window } from './geometry.ts'
import { scrollTo, type Viewport } from './use-viewport.ts'

/**
 * px drawn beyond the viewport on both sides, and how near its end the eye may come before more is drawn. What lies
 * between them is drawn in one frame: few rows, or the frame is late.
 */
const SPARE = 800
const NEAR = 550
/**
 * ms for which nothing is drawn beyond the viewport when a list comes, or when somebody leaps in it to where nothing is
 * drawn yet: that is looked at before anybody moves in it, and the frame that shows it has half the work.
 */
const FIRST_LOOK = 1500
const LOOK_AFTER_LEAP = 100

/** What is to be in sight. */
export type Aim = {
  /** Another list begins at its top. */
  readonly list: string
  /** Another one is brought into sight, once: afterwards the person may scroll away from it. */
  readonly id: string | null
  /** Where it stands; -1 while it is nowhere. */
  readonly row: number
}

/** A place at which nothing is drawn beyond the viewport, in px, and for how long, in ms. */
type Bare = { readonly top: number; readonly lasts: number }

type Drawn = {
  readonly geometry: Geometry
  readonly window: Window
  readonly aim: Aim
  /** The one that was last brought into sight: it waits for a scroller that is not on the page yet, or hidden. */
  reached: Aim | null
  /** While a first look lasts. */
  bare: Bare | null
}

/**
 * Which rows to draw for the present scroll place, and for the row that a step goes to: both are known while the list is
 * drawn, so that a step draws it once. Drawn again only when the eye comes near the end of what is drawn, and then within
 * the scroll's own frame, so that no frame shows a gap; and when the viewport becomes wider or narrower.
 */
export function useWindow(geometry: Geometry, viewport: Viewport, aim: Aim): Window {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const last = useRef<Drawn>(null)
  const before = last.current
  const top = aimed(geometry, viewport, aim, before?.reached)
  const { window: rows, bare } = drawingAt(geometry, top, heightSeen(viewport, geometry), before)

  useLayoutEffect(() => {
    const reached = viewport.seen.height > 0 ? aim : (before?.reached ?? null)
    last.current = { geometry, window: rows, aim, reached, bare }
    scrollTo(viewport, top, before === null)
  })
  useEffect(() => {
    if (!bare) return
    const looked = setTimeout(() => {
      if (last.current) last.current.bare = null
      drawAgain()
    }, bare.lasts)
    return () => clearTimeout(looked)
  }, [bare])
  useLayoutEffect(() => {
    const look = (draw: (again: () => void) => void) => {
      const drawn = last.current
      if (!drawn || !isEnough(drawn, viewport)) draw(drawAgain)
      else if (viewport.seen.height > 0) drawn.reached = drawn.aim
    }
    look((again) => again())
    return viewport.listen(() => look(flushSync))
  }, [viewport])
  return rows
}

/** px; no list that is not measured yet is higher than the page, and to be drawn at once spares a second drawing. */
function heightSeen({ measured, seen }: Viewport, { shape }: Geometry): number {
  return measured || shape.width !== undefined ? seen.height : window.innerHeight
}

/** Whether what is drawn will do for what is seen, and shows what it is to show. */
function isEnough(drawn: Drawn, viewport: Viewport): boolean {
  const { seen } = viewport
  const { geometry, aim, reached } = drawn
  return (
    (geometry.shape.width ?? seen.width) === seen.width &&
    drawn.window === drawingAt(geometry, seen.top, seen.height, drawn).window &&
    aimed(geometry, viewport, aim, reached) === seen.top
  )
}

/** px to which the viewport is scrolled once the step is taken. */
function aimed(geometry: Geometry, viewport: Viewport, aim: Aim, before?: Aim | null): number {
  const { top, height } = viewport.seen
  const isSame = before?.list === aim.list
  if (!height || (isSame && before.id === aim.id && before.row < 0 === aim.row < 0)) return top
  const from = isSame ? top : 0
  return aim.row < 0 ? from : scrollToSee(geometry, aim.row, from, height)
}

/** The very same window while the eye is well within it, which at a first look is anywhere in it. */
function drawingAt(
  geometry: Geometry,
  top: number,
  height: number,
  before: Drawn | null,
): Pick<Drawn, 'window' | 'bare'> {
  const bare = bareAt(geometry, top, height, before)
  // What is hidden is to be there when it is shown.
  const isBare = height > 0 && bare !== null
  if (before?.geometry === geometry) {
    const near = windowAt(geometry, top, height, isBare ? 0 : NEAR)
    const { window } = before
    if (near.from >= window.from && near.to <= window.to && near.lastSpan <= window.lastSpan)
      return { window, bare }
  }
  return { window: windowAt(geometry, top, height, isBare ? 0 : SPARE), bare }
}

/** @returns the first look that this is: at a list that comes at its top, or at rows none of which were drawn; else null */
function bareAt(geometry: Geometry, top: number, height: number, before: Drawn | null): Bare | null {
  if (!before) return top === 0 ? { top, lasts: FIRST_LOOK } : null
  if (before.bare?.top === top) return before.bare
  // Where rows have come in between, those that were drawn have other numbers, and are kept.
  if (before.geometry !== geometry) return null
  const seen = windowAt(geometry, top, height, 0)
  const isLeap = seen.to <= before.window.from || seen.from >= before.window.to
  return isLeap ? { top, lasts: LOOK_AFTER_LEAP } : null
}
