import { useEffect, useState } from 'react'

/**
 * Radix gives focus back to a trigger. Our dialogs are opened by commands and have none, so we remember who had it:
 * while drawing, because an autoFocus within takes it before any effect runs. It goes back the moment the dialog closes,
 * before its motion ends, or the next keys would be lost. Whoever has taken the focus meanwhile keeps it.
 */
export function useReturnFocus(open: boolean): { readonly onCloseAutoFocus: (event: Event) => void } {
  const [before, setBefore] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setBefore(document.activeElement)
  }
  const giveBack = () => {
    const { activeElement } = document
    const isFree = !activeElement || activeElement === document.body || isClosing(activeElement)
    if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!open) giveBack()
    // Only the moment of closing counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open])
  return {
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      giveBack()
    },
  }
}

/** A closing dialog or menu stays mounted for its animation, but has no focus and no keys. */
export const isClosing = (element: Element): boolean =>
  element.closest('[data-focus-area][data-state="closed"]') !== null
