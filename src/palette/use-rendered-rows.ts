import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_ROWS, firstRows } from './first-rows.ts'
import type { PaletteSection } from './rows.ts'

/** ms without typing after which the remaining rows are rendered. */
const RENDER_ALL_DELAY_MS = 300

export type RenderedRows = {
  readonly rendered: readonly PaletteSection[]
  /** Renders all rows at once, for a key that may select one of them. */
  readonly renderAll: () => void
}

/**
 * Renders the visible rows at once and the others when typing pauses: most keystrokes are followed by another, and
 * invisible rows would be most of their cost.
 * @param query the query of the rows; another one starts with the visible rows again
 */
export function useRenderedRows(sections: readonly PaletteSection[], query: string): RenderedRows {
  const [allFor, setAllFor] = useState<string | null>(null)
  const all = allFor === query
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setAllFor(query)), RENDER_ALL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [query])
  const renderAll = useCallback(() => {
    if (!all) flushSync(() => setAllFor(query))
  }, [all, query])
  const rendered = useMemo(() => (all ? sections : firstRows(sections, FIRST_ROWS)), [all, sections])
  return { rendered, renderAll }
}
