import { createContext, use, useLayoutEffect, useRef, type ReactNode } from 'react'

/** Another screen lies over this one, such as the settings. */
export const Covered = createContext(false)

/**
 * Marks a screen for scripts and tests. One that is covered stays as it is, without the focus and the marks; when it is shown
 * again, the focus is where it was.
 */
export function ScreenBox({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const isCovered = use(Covered)
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<{ readonly element: HTMLElement; readonly area: string | undefined }>(null)
  const wasCovered = useRef(isCovered)
  useLayoutEffect(() => {
    if (isCovered === wasCovered.current) return
    wasCovered.current = isCovered
    const { activeElement } = document
    if (isCovered) {
      // The browser would take the focus from what is inert after the screen above has looked for it.
      if (activeElement instanceof HTMLElement && box.current?.contains(activeElement)) activeElement.blur()
      return
    }
    const { element, area } = focused.current ?? {}
    const pane = box.current?.querySelector<HTMLElement>(`[data-focus-area="${area}"]`) ?? box.current
    const target = element?.isConnected ? element : pane?.querySelector<HTMLElement>('[data-scroll]')
    target?.focus({ preventScroll: true })
  }, [isCovered])
  return (
    <div
      ref={box}
      className="screen"
      data-screen={isCovered ? undefined : id}
      data-covered={isCovered || undefined}
      inert={isCovered}
      // For those who do not know `inert` yet.
      aria-hidden={isCovered || undefined}
      onFocus={({ target }) => {
        // Not of a menu or dialog, which is elsewhere in the document.
        if (!(target instanceof HTMLElement) || !box.current?.contains(target)) return
        const area = target.closest<HTMLElement>('[data-focus-area]')?.dataset['focusArea']
        focused.current = { element: target, area }
      }}
    >
      {children}
    </div>
  )
}
