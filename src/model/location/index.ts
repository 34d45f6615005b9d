import { combine, createEvent, createStore, sample } from 'effector'
import {
  home,
  isSameSource,
  isTimeline,
  toPath,
  type LocationSource,
  type ReaderLocation,
} from '../../contract/reader-location.ts'

export * from '../../contract/reader-location.ts'

/** Navigates. Omitted parts are unchanged, but another view or source closes the entry. */
export const navigationRequested = createEvent<Partial<ReaderLocation>>()
/** Navigates below the open dialogs, which stay; other navigation closes them. */
export const navigationBelowRequested = createEvent<Pick<ReaderLocation, 'view' | 'source'>>()
/** A view or source was requested, even if it is the current one. */
export const locationEntered = createEvent<ReaderLocation>()
/** The source has another id now: no navigation, only the address changes. */
export const sourceRenamed = createEvent<LocationSource>()
export const $location = createStore<ReaderLocation>(home, { serialize: 'ignore' })
  .on(navigationRequested, moved)
  .on(sourceRenamed, (location, source) => ({ ...location, source }))
/** Separate stores: opening another entry must not re-render what depends on the view and source only. */
export const $view = $location.map(({ view }) => view)
export const $source = $location.map(({ source }) => source)

sample({
  clock: navigationBelowRequested,
  fn: ({ view, source }) => ({ view, source, entryId: null }),
  target: navigationRequested,
})
sample({
  clock: navigationRequested,
  source: $location,
  filter: (_, request) => request.source !== undefined || request.view !== undefined,
  target: locationEntered,
})

/** Requests a page outside of the timeline (discover, settings), which the router owns. */
export const screenRequested = createEvent<{ path: string }>()
/** Triggered by the router with the current path. */
export const screenChanged = createEvent<string>()
export const $screen = createStore('/', { serialize: 'ignore' }).on(screenChanged, (_, path) => path)

/** Address of the screen under one that lies over it, such as the settings; null: none was shown before. */
export const screenCovered = createEvent<string | null>()
export const $coveredScreen = createStore<string | null>(null, { serialize: 'ignore' }).on(
  screenCovered,
  (_, address) => address,
)
/** Where one is when the present screen is left: the screen under it, else the reader. */
export const $screenLeft = combine($coveredScreen, $location, (covered, location) =>
  covered === null || isTimeline(covered) ? toPath(location) : covered,
)
/** A screen was requested that is left where it is open. */
export const screenToggled = createEvent<{ path: string }>()
sample({
  clock: screenToggled,
  source: { screen: $screen, left: $screenLeft },
  fn: ({ screen, left }, { path }) => ({
    path: screen === path || screen.startsWith(`${path}/`) ? left : path,
  }),
  target: screenRequested,
})

function moved(location: ReaderLocation, request: Partial<ReaderLocation>): ReaderLocation {
  const view = request.view ?? location.view
  const source = request.source ?? (view === location.view ? location.source : home.source)
  const isSame = view === location.view && isSameSource(source, location.source)
  const entryId = request.entryId === undefined ? (isSame ? location.entryId : null) : request.entryId
  return isSame && entryId === location.entryId
    ? location
    : { view, source: isSame ? location.source : source, entryId }
}
