import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $readingPositions, readingPositionChanged } from '../../model/reading/index.ts'

/** ms between two writes of a position while the user scrolls. */
const SAVE_MS = 1000
/** ms: pictures and the rest of the text are there by then. */
const SETTLE_MS = 4000

/**
 * Returns to where the user stopped reading an entry, also after a reload.
 * @param key of the entry in the form that is shown; null: none is open
 */
export function useReadingPosition(element: HTMLElement | null, key: string | null): void {
  const scope = useProvidedScope()
  const changed = useUnit(readingPositionChanged)
  useEffect(() => {
    if (!element || key === null) return
    const stored = scope?.getState($readingPositions).get(key)
    const stopRestoring = stored === undefined ? null : restore(element, stored)
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = stored ?? 0
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      changed({ key, at: last })
    }
    // Read while scrolling: when the effect ends, another entry is in its place.
    const scrolled = () => {
      last = positionOf(element)
      timer ??= setTimeout(save, SAVE_MS)
    }
    const leave = () => {
      if (timer !== undefined) save()
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      stopRestoring?.()
      leave()
      element.removeEventListener('scroll', scrolled)
      window.removeEventListener('pagehide', leave)
    }
  }, [element, key, scope, changed])
}

/** The content grows while it renders, so the position is set with each growth, until the user moves. */
function restore(element: HTMLElement, at: number): () => void {
  const set = () => {
    element.scrollTop = topOf(element, at)
  }
  const resized = new ResizeObserver(set)
  for (const child of element.children) resized.observe(child)
  const events = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const
  const stop = () => {
    clearTimeout(timer)
    resized.disconnect()
    for (const type of events) window.removeEventListener(type, stop, true)
  }
  const timer = setTimeout(stop, SETTLE_MS)
  for (const type of events) window.addEventListener(type, stop, true)
  set()
  return stop
}

/** Where an entry is read, as a part of its height: pixels would be wrong at another width or text size. */

type Box = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** px: a position nearer to an end of the entry is none, since it is unread or read to its end. */
const MARGIN = 60

/** @returns 0 at either end */
export function positionOf({ scrollTop, scrollHeight, clientHeight }: Box): number {
  const isAtEnd = scrollTop + clientHeight > scrollHeight - MARGIN
  return scrollTop < MARGIN || isAtEnd ? 0 : scrollTop / scrollHeight
}

/** @returns px */
export const topOf = ({ scrollHeight }: Pick<Box, 'scrollHeight'>, at: number): number =>
  Math.round(at * scrollHeight)
