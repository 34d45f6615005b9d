/** What was loaded last. */
import { createEffect, createStore, type Effect, type Store } from 'effector'

type Loaded<Data> = {
  /** null until it is loaded. A failure leaves what was loaded before. */
  readonly data: Data | null
  /** Of the last request; null when it succeeded. */
  readonly error: unknown
}
export type Remote<Params, Data> = {
  readonly loadFx: Effect<Params, Data>
  readonly $loaded: Store<Loaded<Data>>
}

/** @param isSame whether a response still belongs to the newest request */
export function createRemote<Params, Data>(
  load: (params: Params) => Promise<Data>,
  isSame: (params: Params, newest: Params) => boolean = () => true,
): Remote<Params, Data> {
  const loadFx = createEffect<Params, Data>(load)
  const $loaded = createStore<{ readonly newest: Params | null } & Loaded<Data>>(
    { newest: null, data: null, error: null },
    { serialize: 'ignore' },
  )
    .on(loadFx, ({ newest, data, error }, params) =>
      newest !== null && !isSame(newest, params)
        ? { newest: params, data: null, error: null }
        : { newest: params, data, error },
    )
    .on(loadFx.done, (loaded, { params, result }) =>
      loaded.newest === null || isSame(params, loaded.newest)
        ? { newest: loaded.newest, data: result, error: null }
        : loaded,
    )
    .on(loadFx.fail, (loaded, { params, error }) =>
      loaded.newest === null || isSame(params, loaded.newest) ? { ...loaded, error } : loaded,
    )
  return { loadFx, $loaded }
}
