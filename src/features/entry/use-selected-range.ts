import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * The range that is selected in an element. The palette's field takes the browser's selection away when it opens: what was
 * selected before stays meant until the user selects or clicks elsewhere.
 * @returns gets the range, as the browser has it now: its event of a change comes later
 */
export function useSelectedRange(content: RefObject<HTMLElement | null>): () => Range | null {
  const selected = useRef<Range | null>(null)
  const selectedRange = useCallback(() => {
    const selection = window.getSelection()
    const element = content.current
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
    if (range && !range.collapsed && element && range.intersectsNode(element))
      selected.current = range.cloneRange()
    else if (!document.activeElement?.matches('input, textarea, [contenteditable]')) selected.current = null
    return selected.current
  }, [content])
  useEffect(() => {
    document.addEventListener('selectionchange', selectedRange)
    return () => document.removeEventListener('selectionchange', selectedRange)
  }, [selectedRange])
  return selectedRange
}
