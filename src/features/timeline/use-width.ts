import { useEffect, useReducer, useRef } from 'react'
import type { Viewport } from '../../ui/long-list/index.ts'

/** px: a difference by which the lines of a text hardly change. */
const STEP = 24

/**
 * Width of the list, px. Exact in a grid, which renders again with it; otherwise in steps, and the expected width of the
 * column before it is measured, so that the first render need not wait.
 */
export function useWidth(viewport: Viewport, exact: boolean, expected: number): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const used = useRef(0)
  const { width } = viewport.seen
  if (exact || (width > 0 && Math.abs(width - used.current) >= STEP)) used.current = width
  else if (used.current === 0) used.current = expected
  useEffect(
    () =>
      viewport.listen(() => {
        if (exact || viewport.seen.width === 0) return
        if (Math.abs(viewport.seen.width - used.current) >= STEP) rerender()
      }),
    [viewport, exact],
  )
  return used.current
}
