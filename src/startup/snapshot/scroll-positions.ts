/** px by focus area: how far the panes of the snapshot are scrolled, by the last visit or since. */
export function scrollPositions(): Readonly<Record<string, number>> {
  if (!window.snapshot?.painted) return {}
  const scrollers = document.querySelectorAll<HTMLElement>('#app [data-focus-area] [data-scroll]')
  return Object.fromEntries(
    [...scrollers].map((scroller) => [
      scroller.closest<HTMLElement>('[data-focus-area]')?.dataset.focusArea ?? '',
      scroller.scrollTop,
    ]),
  )
}
