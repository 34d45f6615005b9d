import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_ROWS, firstRows } from './first-rows.ts'
import type { PaletteSection } from './rows.ts'

/** ms without a letter after which the rows below the edge are drawn too. */
const REST_MS = 300

export type RenderedRows = {
  readonly drawn: readonly PaletteSection[]
  /** Draws the others at once, for a key that may go to them. */
  readonly drawAll: () => void
}

/**
 * The rows that are in sight are drawn at once, the others when the hand rests: most openings and letters are followed
 * by another letter, and rows nobody has seen are most of what a letter would cost.
 * @param query what the rows answer; another one begins with the first rows again
 */
export function useRenderedRows(sections: readonly PaletteSection[], query: string): RenderedRows {
  const [drawnFor, draw] = useState<string | null>(null)
  const all = drawnFor === query
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => draw(query)), REST_MS)
    return () => clearTimeout(timer)
  }, [query])
  const drawAll = useCallback(() => {
    if (!all) flushSync(() => draw(query))
  }, [all, query])
  const drawn = useMemo(() => (all ? sections : firstRows(sections, FIRST_ROWS)), [all, sections])
  return { drawn, drawAll }
}
