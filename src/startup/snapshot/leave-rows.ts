/** Takes the rows out of a copied list that its next start will not list, and closes the gaps. */

import { FIRST_ROWS } from '../../model/timeline/index.ts'

export type Leaving = {
  /** The list is of unread entries: those that were read meanwhile leave it. */
  readonly hidesRead: boolean
  /** Whether each row above another is read; such rows need not be drawn. @param position of the other, from 1 */
  readonly readAbove: (position: number) => readonly boolean[]
}

/** Layouts whose rows the first script draws (features/timeline); the others come a moment after their list. */
const AT_START = ['article', 'notification', 'title']

/**
 * @param list is changed
 * @param how.height px that are seen of it
 * @returns false where a start will show something else than the rows that are drawn
 */
export function leaveRows(list: Element, how: Leaving & { readonly height: number }): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('.entry-row')]
  const [first] = rows
  if (!first || !AT_START.includes((list as HTMLElement).dataset.layout ?? '')) return false
  // A start opens no story.
  if (list.querySelector('[data-in-story]')) return false
  const above = how.hidesRead ? how.readAbove(positionOf(first)) : []
  const leaving = how.hidesRead ? rows.filter(({ dataset }) => 'read' in dataset) : []
  const scroller = list.closest('[data-scroll]')
  if (leaving.length === 0 && !above.includes(true)) {
    const top = Number(scroller?.getAttribute('top') ?? 0)
    const last = dropUnseen(list, { top, height: how.height })
    // Below them the next start begins at the top, with rows that are not drawn now.
    return top === 0 || last <= FIRST_ROWS
  }
  // Sources have their number of entries in their headers.
  if ('bySource' in (list as HTMLElement).dataset || above.includes(false)) return false
  for (const row of leaving) row.remove()
  if (leaving.length === rows.length) return false
  closeGaps(list as HTMLElement, above.length + leaving.length)
  scroller?.removeAttribute('top')
  dropUnseen(list, { top: 0, height: how.height })
  return true
}

const px = (value: string): number => Number.parseFloat(value) || 0
const positionOf = (row: Element): number => Number(row.getAttribute('aria-posinset'))
const rowsIn = (span: Element) => [...span.querySelectorAll<HTMLElement>('.entry-row')]
const headerOf = (span: Element): number =>
  px(span.querySelector<HTMLElement>('.entry-day')?.style.height ?? '')
/** Without what the day's header covers of it. */
const heightOf = ({ style }: HTMLElement): number => px(style.height) - px(style.borderTop)

/** The rows that are left stand one below the other, from the top of the list. */
function closeGaps(list: HTMLElement, leftCount: number): void {
  const spans = [...list.querySelectorAll<HTMLElement>('.entry-span')]
  const last = spans.at(-1)
  const end = px(last?.style.top ?? '') + px(last?.style.height ?? '')
  const size = Number(rowsIn(list)[0]?.getAttribute('aria-setsize')) - leftCount
  let top = 0
  let position = 1
  for (const span of spans) {
    const rows = rowsIn(span)
    if (rows.length === 0) {
      span.remove()
      continue
    }
    const header = headerOf(span)
    let within = header
    for (const row of rows) {
      const height = heightOf(row)
      const covered = row === rows[0] ? header : 0
      row.style.top = `${within - covered}px`
      row.style.height = `${height + covered}px`
      row.style.borderTop = covered > 0 ? `${covered}px solid transparent` : ''
      row.setAttribute('aria-posinset', String(position))
      if (row.hasAttribute('aria-setsize')) row.setAttribute('aria-setsize', String(size))
      within += height
      position += 1
    }
    span.style.top = `${top}px`
    span.style.height = `${within}px`
    top += within
  }
  list.style.height = `${Math.max(top, px(list.style.height) - end + top)}px`
}

/** @returns the position of the last row that is seen */
function dropUnseen(list: Element, seen: { readonly top: number; readonly height: number }): number {
  let last = 0
  for (const span of list.querySelectorAll<HTMLElement>('.entry-span')) {
    for (const row of rowsIn(span)) {
      const top = px(span.style.top) + px(row.style.top)
      if (top >= seen.top + seen.height || top + px(row.style.height) <= seen.top) row.remove()
      else last = positionOf(row)
    }
    if (rowsIn(span).length === 0) span.remove()
  }
  return last
}
