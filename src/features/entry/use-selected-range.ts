import { useEffect, useRef, type RefObject } from 'react'

/**
 * The range that is selected in an element. The palette's field takes the browser's selection away when it opens: what was
 * selected before stays meant until the user selects or clicks elsewhere.
 */
export function useSelectedRange(content: RefObject<HTMLElement | null>): RefObject<Range | null> {
  const selected = useRef<Range | null>(null)
  useEffect(() => {
    const changed = () => {
      const selection = window.getSelection()
      const element = content.current
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
      if (range && !range.collapsed && element && range.intersectsNode(element)) {
        selected.current = range.cloneRange()
        return
      }
      if (!document.activeElement?.matches('input, textarea, [contenteditable]')) selected.current = null
    }
    document.addEventListener('selectionchange', changed)
    return () => document.removeEventListener('selectionchange', changed)
  }, [content])
  return selected
}
