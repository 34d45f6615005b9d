/** Counts what the server removed from an entry for privacy; it marks each position. */

/** Value `pixel` for a tracking pixel, or the number of parameters removed from a link. */
export const REMOVED = 'data-removed'

/** Counts and removes the marks. */
export function countRemoved(content: DocumentFragment): { pixels: number; parameters: number } {
  const removed = { pixels: 0, parameters: 0 }
  for (const element of content.querySelectorAll(`[${REMOVED}]`)) {
    const mark = element.getAttribute(REMOVED) ?? ''
    if (element.localName === 'wbr') {
      removed.pixels += 1
      element.remove()
      continue
    }
    removed.parameters += /^\d{1,3}$/.test(mark) ? Number(mark) : 0
    element.removeAttribute(REMOVED)
  }
  return removed
}
