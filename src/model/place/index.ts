import { createEvent, createStore, sample } from 'effector'
import { home, sameSource, type Place } from './place.ts'

export * from './place.ts'

/** A wish to be somewhere; what is left out stays, but another view or source leaves the entry. */
export const placeAsked = createEvent<Partial<Place>>()
/** Another view or source than before, or the same one asked for anew by name. */
export const placeEntered = createEvent<Place>()
export const $place = createStore<Place>(home, { serialize: 'ignore' }).on(placeAsked, moved)
/** Another entry is no reason to draw anew what only the place has to do with. */
export const $view = $place.map(({ view }) => view)
export const $source = $place.map(({ source }) => source)

sample({
  clock: placeAsked,
  source: $place,
  filter: (_, asked) => asked.source !== undefined || asked.view !== undefined,
  target: placeEntered,
})

/** A page outside of the timeline (discover, settings) is the router's; the model only wishes for it. */
export const screenAsked = createEvent<{ path: string }>()
/** Told by the router: the path that is shown. */
export const screenShown = createEvent<string>()
export const $screen = createStore('/', { serialize: 'ignore' }).on(screenShown, (_, path) => path)

function moved(place: Place, asked: Partial<Place>): Place {
  const view = asked.view ?? place.view
  const source = asked.source ?? (view === place.view ? place.source : home.source)
  const stays = view === place.view && sameSource(source, place.source)
  const entryId = asked.entryId === undefined ? (stays ? place.entryId : null) : asked.entryId
  return stays && entryId === place.entryId ? place : { view, source: stays ? place.source : source, entryId }
}
