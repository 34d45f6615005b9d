/** The language service while the workshop is open. */
import { attach, createEffect, createEvent, createStore, sample } from 'effector'
import { openTypes, type TypeClient } from './type-client.ts'

/** The workshop was opened. @param language of the interface */
export const typesRequested = createEvent<string>()
/** The workshop was left. */
export const typesReleased = createEvent()

/** Starts the worker; tests replace it. */
export const $openTypes = createStore<typeof openTypes>(openTypes, { serialize: 'ignore' })

const openFx = attach({ source: $openTypes, effect: (open, language: string) => open(language) })
sample({ clock: typesRequested, target: openFx })

/** Reads the types, so that the first keys do not wait for them, and finds whether they are there. */
const warmUpFx = createEffect((types: TypeClient) => types.call('problems', 'client', ''))
sample({ clock: openFx.doneData, target: warmUpFx })

/** null until it is opened, and where it cannot be loaded. */
export const $types = createStore<TypeClient | null>(null, { serialize: 'ignore' }).on(
  openFx.doneData,
  (_, types) => types,
)
const loadingFailed = sample({
  clock: warmUpFx.fail,
  source: $types,
  // Not of one that was closed while it loaded.
  filter: (types, { params }) => types === params,
  fn: () => {},
})
/** It cannot be loaded: the editor works without types. */
export const $areTypesMissing = createStore(false, { serialize: 'ignore' })
  .on(loadingFailed, () => true)
  .reset(typesRequested)

const closeFx = attach({ source: $types, effect: (types) => types?.close() })
sample({ clock: [typesReleased, loadingFailed], fn: () => {}, target: closeFx })
$types.reset(closeFx.done)
