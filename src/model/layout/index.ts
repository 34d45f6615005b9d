/** Which panes are visible, which dialogs are open, and focus requests. */
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { context } from '../app/registry.ts'
import { persist } from '../persist.ts'
import { $source, $view } from '../location/index.ts'
import { $appearance, settingChanged } from '../settings/settings.ts'

export * from './dialogs.ts'

export type Layout = {
  readonly subscriptionColumn: boolean
  /** The list below the entry instead of next to it. */
  readonly wide: boolean
  /** Only the entry. */
  readonly zen: boolean
}
type StoredLayout = Omit<Layout, 'wide'>
const defaultLayout: StoredLayout = { subscriptionColumn: true, zen: false }

export const subscriptionColumnToggled = createEvent()
export const wideModeToggled = createEvent()
export const zenModeToggled = createEvent()
const $storedLayout = createStore<StoredLayout>(defaultLayout, { serialize: 'ignore' })
  .on(subscriptionColumnToggled, (layout) => ({
    ...layout,
    subscriptionColumn: !layout.subscriptionColumn,
  }))
  .on(zenModeToggled, (layout) => ({ ...layout, zen: !layout.zen }))

/** Wide mode is a setting, the same in all browsers of the user. */
export const $layout = combine($storedLayout, $appearance, (layout, { wideMode }): Layout => ({
  ...layout,
  wide: wideMode,
}))
sample({
  clock: wideModeToggled,
  source: $appearance,
  fn: ({ wideMode }) => ({ tab: 'appearance', key: 'wideMode', value: !wideMode }) as const,
  target: settingChanged,
})

persist($storedLayout, {
  key: 'follow:layout',
  parse,
  changed: merge([subscriptionColumnToggled, zenModeToggled]),
})

/** px by focus area: how far the panes are scrolled when they are first rendered, or return; nothing after it. */
export const scrollRestored = createEvent<Readonly<Record<string, number>>>()
export const $scrollAtStart = createStore<Readonly<Record<string, number>>>({}, { serialize: 'ignore' }).on(
  scrollRestored,
  (_, positions) => positions,
)
// Another list begins at its top.
sample({ clock: merge([$source.updates, $view.updates]), fn: () => ({}), target: scrollRestored })

/** data-focus-area of the focused element; panes set it with `areaFocused`. */
export const $focusArea = context.$area
export const areaFocused = context.areaFocused
export type Pane = 'subscription-list' | 'timeline' | 'entry-render'
/** The focus areas of the reader's panes. */
export const panes: readonly Pane[] = ['subscription-list', 'timeline', 'entry-render']
const PANES_AND_SCREENS: ReadonlySet<string> = new Set([...panes, 'sub-layer'])
/** The pane that has the focus, or had it before a dialog, a menu or the palette took it. */
export const $lastPane = createStore('timeline', { serialize: 'ignore' }).on(context.$area, (pane, area) =>
  PANES_AND_SCREENS.has(area) ? area : pane,
)
/** The list or the entry, whichever had the focus last. */
export const $readingPane = createStore<Pane>('timeline', { serialize: 'ignore' }).on(
  context.$area,
  (pane, area) => (area === 'timeline' || area === 'entry-render' ? area : pane),
)
/** Where Escape leads to from the open page; null: to the reader. Pages trigger it while they are open. */
export const pageParentChanged = createEvent<string | null>()
export const $pageParent = createStore<string | null>(null, { serialize: 'ignore' }).on(
  pageParentChanged,
  (_, path) => path,
)
/** Percent of a page's width that its list takes beside its detail. */
export const pageListResized = createEvent<number>()
const DEFAULT_LIST_SHARE = 45
export const $pageListShare = createStore(DEFAULT_LIST_SHARE, { serialize: 'ignore' }).on(
  pageListResized,
  (_, share) => share,
)
persist($pageListShare, {
  key: 'lectern:page-list-share',
  parse: (text) => {
    const share = Number(text ?? DEFAULT_LIST_SHARE)
    return share >= 25 && share <= 75 ? share : DEFAULT_LIST_SHARE
  },
  changed: pageListResized,
})
/** The pane of that area focuses its element. */
export const focusRequested = createEvent<string>()
/** The context menu of the current row opens. */
export const rowMenuRequested = createEvent()
/** The entry pane scrolls by this many steps (a step is about three lines). */
export const entryScrolled = createEvent<{ by: number }>()
/** Scrolls the open entry by a page; at its end opens the next unread one. */
export const entryPaged = createEvent<{ by: number }>()

function parse(text: string | null): StoredLayout {
  try {
    const { subscriptionColumn = true, zen = false } = JSON.parse(text ?? '{}') as Partial<StoredLayout>
    return { subscriptionColumn, zen }
  } catch {
    return defaultLayout
  }
}
