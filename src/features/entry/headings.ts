/** The headings of an entry's content: where they are, and which one is read. */

export type Heading = { readonly element: HTMLElement; readonly text: string; readonly level: number }

/** px below the upper edge at which a heading counts as reached. */
const REACHED = 24

/** @returns the headings with text, in order; levels begin at 1 whatever the feed begins with */
export function headingsOf(page: ParentNode): readonly Heading[] {
  const found = [
    ...page.querySelectorAll<HTMLElement>('.entry-content :is(h1, h2, h3, h4, h5, h6):not([hidden])'),
  ].flatMap((element) => {
    const text = element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
    return text ? [{ element, text, level: Number(element.localName.slice(1)) }] : []
  })
  const top = Math.min(...found.map(({ level }) => level))
  return found.map((heading) => ({ ...heading, level: heading.level - top + 1 }))
}

/** @param tops offsets in px from the upper edge of the visible part; @returns the index of the heading that is read, or -1 */
export const currentHeading = (tops: readonly number[]): number => tops.findLastIndex((top) => top <= REACHED)

/**
 * @param tops as for {@link currentHeading}
 * @param by number of headings, negative for upwards; upwards the first step goes to the beginning of the current section
 * @returns an index, or null where there is no such heading
 */
export function headingAfter(tops: readonly number[], by: number): number | null {
  const current = currentHeading(tops)
  const isAtHeading = current >= 0 && Math.abs((tops[current] ?? 0) - 0) <= REACHED
  const index = by > 0 ? current + by : current + by + (isAtHeading ? 0 : 1)
  if (tops.length === 0 || index < 0) return null
  return Math.min(index, tops.length - 1)
}

/** @returns offsets in px of headings from the upper edge of the scrolling element */
export function topsOf(headings: readonly Heading[], scroller: HTMLElement): readonly number[] {
  const edge = scroller.getBoundingClientRect().top
  return headings.map(({ element }) => element.getBoundingClientRect().top - edge)
}
