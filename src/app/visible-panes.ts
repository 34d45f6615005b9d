/** Which panes are visible: as many as fit the window, always including the focused one. */
import type { View } from '../contract/views.ts'
import type { Layout, Pane } from '../model/layout/index.ts'
import type { ReaderLocation } from '../model/location/index.ts'

/** px; spec 9: below 1024 is mobile, below 640 a phone. */
export const TWO_PANES_FROM = 640
const THREE_PANES_FROM = 1024
/** client-facts 2: social, pictures and videos use the full width. */
const wideViews: readonly View[] = [1, 2, 3]

export type Circumstances = {
  readonly layout: Layout
  readonly pane: Pane
  readonly view: View
  readonly entryOpen: boolean
  /** px of the window */
  readonly width: number
}

/** Whether an open entry is shown only while its pane has the focus, as in the views of full width and on a phone. */
export const isEntryBehindList = (
  { view, entryId }: Pick<ReaderLocation, 'view' | 'entryId'>,
  window: Pick<Circumstances, 'layout' | 'width'>,
): boolean =>
  entryId !== null &&
  !visiblePanes({ ...window, view, pane: 'timeline', entryOpen: true }).has('entry-render')

/** Whether the subscriptions stand beside an open page. On a phone they take its place while they have the focus. */
export function visibleWithPage({
  layout,
  isColumnFocused,
  width,
}: Pick<Circumstances, 'layout' | 'width'> & { readonly isColumnFocused: boolean }): {
  readonly column: boolean
  readonly page: boolean
} {
  if (width < TWO_PANES_FROM) return { column: isColumnFocused, page: !isColumnFocused }
  return { column: isColumnFocused || (layout.subscriptionColumn && !layout.zen), page: true }
}

export function visiblePanes({ layout, pane, view, entryOpen, width }: Circumstances): ReadonlySet<Pane> {
  if (width < TWO_PANES_FROM) return new Set([pane])
  if (layout.zen && pane !== 'subscription-list') return new Set([entryOpen ? 'entry-render' : 'timeline'])
  const column = pane === 'subscription-list' || (layout.subscriptionColumn && width >= THREE_PANES_FROM)
  const whole = layout.wide || wideViews.includes(view)
  const shown = new Set<Pane>(column ? ['subscription-list'] : [])
  if (whole) return shown.add(pane === 'entry-render' ? 'entry-render' : 'timeline')
  shown.add('timeline')
  return column && width < THREE_PANES_FROM ? shown : shown.add('entry-render')
}
