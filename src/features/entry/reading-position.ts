/** Where an entry is read, as a part of its height: pixels would be wrong at another width or text size. */

type Box = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** px: a position nearer to an end of the entry is none, since it is unread or read to its end. */
const MARGIN = 60

/** @returns 0 at either end */
export function positionOf({ scrollTop, scrollHeight, clientHeight }: Box): number {
  const isAtEnd = scrollTop + clientHeight > scrollHeight - MARGIN
  return scrollTop < MARGIN || isAtEnd ? 0 : scrollTop / scrollHeight
}

/** @returns px */
export const topOf = ({ scrollHeight }: Pick<Box, 'scrollHeight'>, at: number): number =>
  Math.round(at * scrollHeight)
