import { useEffect, useMemo, type PointerEvent } from 'react'
import type { Viewport } from '../../ui/long-list/index.ts'

/** ms for which the pointer must lie still on a row. */
const REST_MS = 600
/** Whoever points at these is about to press them. */
const CONTROLS = 'a, button, input, [data-command-id]'

/**
 * Reports the row on which the pointer rests, as one does to read it. Rows that it crosses, that move under it, or that are
 * pressed or have their menu opened are not reported.
 * @returns handlers for the element that contains the rows
 */
export function usePointerRest(viewport: Viewport, rested: (id: string) => void) {
  const pointer = useMemo(() => trackRest(rested), [rested])
  useEffect(() => {
    const unlisten = viewport.listen((scroll) => scroll && pointer.cancel())
    return () => {
      unlisten()
      pointer.cancel()
    }
  }, [viewport, pointer])
  return pointer.handlers
}

function trackRest(rested: (id: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let position = ''
  /** The row that was pressed, until the pointer goes to another one. */
  let acted: string | null = null
  const cancel = () => clearTimeout(timer)
  const act = ({ target }: { readonly target: EventTarget }) => {
    cancel()
    acted = rowOf(target)
  }
  const onPointerMove = ({ target, pointerType, buttons, screenX, screenY }: PointerEvent) => {
    const at = `${screenX} ${screenY}`
    // A list that scrolls under the pointer moves it, too, in some browsers.
    if (at === position) return
    position = at
    cancel()
    const id = rowOf(target)
    if (id !== acted) acted = null
    if (id === null || id === acted || pointerType === 'touch' || buttons !== 0) return
    if (!(target as Element).closest(CONTROLS)) timer = setTimeout(rested, REST_MS, id)
  }
  return {
    cancel,
    handlers: { onPointerMove, onPointerLeave: cancel, onPointerDown: act, onContextMenu: act },
  }
}

const rowOf = (target: EventTarget): string | null =>
  (target as Element).closest<HTMLElement>('[data-entry-id]')?.dataset.entryId ?? null
