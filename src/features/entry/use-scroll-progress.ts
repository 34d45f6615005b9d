import { useEffect, type RefObject } from 'react'

/** Shows the reading progress of the entry without rendering React components. */
export function useScrollProgress(element: HTMLElement | null, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!element) return
    let drawn = '0'
    const draw = () => {
      const room = element.scrollHeight - element.clientHeight
      const now = room > 0 ? String(element.scrollTop / room) : '0'
      if (now !== drawn) bar.current?.style.setProperty('--progress', now)
      drawn = now
    }
    const resized = new ResizeObserver(draw)
    for (const child of element.children) resized.observe(child)
    element.addEventListener('scroll', draw, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', draw)
    }
  }, [element, bar])
}
