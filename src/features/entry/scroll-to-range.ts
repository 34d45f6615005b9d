/** Room that is left above and below, pixels. */
const MARGIN = 40

/** Scrolls a range into view, where it is not in view yet. */
export function scrollToRange(range: Range, scroller: Element): void {
  const { top, bottom } = range.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (top < view.top + MARGIN || bottom > view.bottom - MARGIN)
    scroller.scrollBy({ top: top - view.top - view.height / 3, behavior: 'instant' })
}
