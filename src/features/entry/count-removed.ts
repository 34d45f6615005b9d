/** What the server took from an entry because it tells on the reader: it leaves a mark on each place. */

/** `pixel` where a counting picture stood, the number of parameters on a link that lost some. */
export const REMOVED = 'data-removed'

/** Counts the marks and takes them away. */
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
