/** A long press opens the menu of a row also in browsers that report none for it (Safari on iOS). */
import { useEffect } from 'react'

/** ms; browsers that open a menu themselves do so before. */
const HOLD_MS = 550
/** px that a finger may move meanwhile. */
const SLACK = 10
const ROWS = '[data-entry-id], [data-row-id]'

export function useLongPress(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const cancel = () => clearTimeout(timer)
    document.addEventListener(
      'pointerdown',
      ({ target, pointerType, isPrimary, clientX: x, clientY: y }) => {
        cancel()
        if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
        if (!target.closest(ROWS)) return
        from = { x, y }
        timer = setTimeout(() => openMenu(target, from), HOLD_MS)
      },
      options,
    )
    document.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - from.x, clientY - from.y) > SLACK) cancel()
      },
      options,
    )
    for (const type of ['pointerup', 'pointercancel', 'contextmenu', 'scroll'])
      document.addEventListener(type, cancel, options)
    return () => {
      cancel()
      listening.abort()
    }
  }, [])
}

function openMenu(target: Element, { x, y }: { readonly x: number; readonly y: number }): void {
  const isUnanswered = target.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      button: 2,
      clientX: x,
      clientY: y,
    }),
  )
  if (!isUnanswered) swallowClick()
}

/** The finger that is lifted after a gesture presses nothing. */
export function swallowClick(): void {
  const listening = new AbortController()
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, once: true, signal: listening.signal },
  )
  // A browser may report no click at all: then the next one is the user's.
  document.addEventListener('pointerdown', () => listening.abort(), {
    capture: true,
    once: true,
    signal: listening.signal,
  })
}
