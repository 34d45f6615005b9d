import { useEffect, useState } from 'react'

/**
 * Restores the focus after a dialog. Radix restores it to a trigger, which dialogs opened by commands lack. The focused
 * element is stored during the render, because an autoFocus inside runs before any effect. It is restored when the dialog
 * closes, before its animation ends, or the next keys would be lost. An element focused meanwhile keeps the focus.
 */
export function useReturnFocus(open: boolean): { readonly onCloseAutoFocus: (event: Event) => void } {
  const [previous, setPrevious] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setPrevious(document.activeElement)
  }
  const restore = () => {
    const { activeElement } = document
    const isFree = !activeElement || activeElement === document.body || isClosing(activeElement)
    if (isFree && previous instanceof HTMLElement && previous.isConnected)
      previous.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!open) restore()
    // Only changes of `open` count.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open])
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      restore()
    },
  }
}

/** A closing dialog or menu stays mounted for its animation, but has no focus and no keys. */
export const isClosing = (element: Element): boolean =>
  element.closest('[data-focus-area][data-state="closed"]') !== null
