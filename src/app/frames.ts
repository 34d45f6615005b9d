/** Embedded frames must not swallow the keys: players in entries take the focus and never return it. */
import type { Press } from '../core/index.ts'

/**
 * Presses within a frame of the same origin are handled as those of the page, and Escape leaves it. A frame of another
 * origin reveals none; any frame loses the focus when the pointer leaves it.
 */
export function leaveFrames(press: (press: Press) => void): void {
  const listening = new WeakSet<Document>()
  const frameKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      focusAround(focusedFrame())
      event.preventDefault()
    } else press(event)
  }
  window.addEventListener('blur', () => {
    // The frame becomes the active element after the window has lost the focus.
    setTimeout(() => {
      const frame = focusedFrame()
      const inner = frame && documentOf(frame)
      if (!inner || listening.has(inner)) return
      listening.add(inner)
      inner.addEventListener('keydown', frameKey)
    })
  })
  document.addEventListener('pointerover', ({ target }) => {
    const frame = focusedFrame()
    if (frame && target !== frame) focusAround(frame)
  })
}

function focusedFrame(): HTMLIFrameElement | null {
  const active = document.activeElement
  return active instanceof HTMLIFrameElement ? active : null
}

/** @returns null: the frame is of another origin */
function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument
  } catch {
    return null
  }
}

/** Focuses the pane or dialog that contains the frame. */
function focusAround(frame: HTMLIFrameElement | null): void {
  const area = frame?.closest<HTMLElement>('[data-focus-area]')
  const target =
    frame?.closest<HTMLElement>('[data-scroll]') ?? area?.querySelector<HTMLElement>('[data-scroll]')
  frame?.blur()
  window.focus()
  ;(target ?? area)?.focus({ preventScroll: true })
}
