/** Counts what the server removed from an entry for privacy; it marks each position. */

/** Value `pixel` for a tracking pixel, or the number of parameters removed from a link. */
export const REMOVED = 'data-removed'

/** Counts and removes the marks. */
export function countRemoved(content: DocumentFragment): { pixels: number; parameters: number } {
  const removed = { pixels: 0, parameters: 0 }
  for (const place of content.querySelectorAll(`[${REMOVED}]`)) {
    const mark = place.getAttribute(REMOVED) ?? ''
    if (place.localName === 'wbr') {
      removed.pixels += 1
      place.remove()
      continue
    }
    removed.parameters += /^\d{1,3}$/.test(mark) ? Number(mark) : 0
    place.removeAttribute(REMOVED)
  }
  return removed
}
