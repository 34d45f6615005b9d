import type { PointerEvent } from 'react'

/**
 * Moves a dialog by its head while `data-draggable-dialogs` is on the root (the setting modalDraggable). The head stays
 * within the window, so that the dialog can be moved back. Keys do not need it: a dialog never covers what they act on.
 */
export function dragDialog(down: PointerEvent<HTMLElement>): void {
  const head = down.currentTarget
  const dialog = head.parentElement
  // A sheet is fixed to its side of the window.
  if (!dialog?.matches('.ui-dialog')) return
  const isControl = down.target instanceof Element && down.target.closest('button, a, input') !== null
  if (isControl || down.button !== 0) return
  if (!document.documentElement.hasAttribute('data-draggable-dialogs')) return
  down.preventDefault()
  const start = head.getBoundingClientRect()
  const { m41, m42 } = new DOMMatrix(getComputedStyle(dialog).transform)
  const move = (event: globalThis.PointerEvent) => {
    const x = clamp(event.clientX - down.clientX, -start.left, innerWidth - start.right)
    const y = clamp(event.clientY - down.clientY, -start.top, innerHeight - start.bottom)
    dialog.style.transform = `translate(${m41 + x}px, ${m42 + y}px)`
  }
  const end = new AbortController()
  head.setPointerCapture(down.pointerId)
  head.addEventListener('pointermove', move, { signal: end.signal })
  for (const type of ['pointerup', 'pointercancel'])
    head.addEventListener(type, () => end.abort(), { signal: end.signal })
}

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to))
