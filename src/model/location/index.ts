import { createEvent, createStore, sample } from 'effector'
import { home, isSameSource, type ReaderLocation } from './location.ts'

export * from './location.ts'

/** A wish to be somewhere; what is left out stays, but another view or source leaves the entry. */
export const navigationRequested = createEvent<Partial<ReaderLocation>>()
/** Another view or source than before, or the same one asked for anew by name. */
export const locationEntered = createEvent<ReaderLocation>()
export const $location = createStore<ReaderLocation>(home, { serialize: 'ignore' }).on(
  navigationRequested,
  moved,
)
/** Another entry is no reason to draw anew what only the place has to do with. */
export const $view = $location.map(({ view }) => view)
export const $source = $location.map(({ source }) => source)

sample({
  clock: navigationRequested,
  source: $location,
  filter: (_, asked) => asked.source !== undefined || asked.view !== undefined,
  target: locationEntered,
})

/** A page outside of the timeline (discover, settings) is the router's; the model only wishes for it. */
export const screenRequested = createEvent<{ path: string }>()
/** Told by the router: the path that is shown. */
export const screenChanged = createEvent<string>()
export const $screen = createStore('/', { serialize: 'ignore' }).on(screenChanged, (_, path) => path)

function moved(place: ReaderLocation, asked: Partial<ReaderLocation>): ReaderLocation {
  const view = asked.view ?? place.view
  const source = asked.source ?? (view === place.view ? place.source : home.source)
  const stays = view === place.view && isSameSource(source, place.source)
  const entryId = asked.entryId === undefined ? (stays ? place.entryId : null) : asked.entryId
  return stays && entryId === place.entryId ? place : { view, source: stays ? place.source : source, entryId }
}
