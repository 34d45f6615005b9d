/** What the server answered last. */
import { createEffect, createStore, type Effect, type Store } from 'effector'

export type Answer<Data> = {
  /** null until there is an answer. A failure leaves the earlier one. */
  readonly data: Data | null
  /** Of the last request; null when it succeeded. */
  readonly error: unknown
}
export type Remote<Params, Data> = {
  readonly loadFx: Effect<Params, Data>
  readonly $answer: Store<Answer<Data>>
}

/** @param isSame whether an answer still belongs to the newest request */
export function createRemote<Params, Data>(
  load: (params: Params) => Promise<Data>,
  isSame: (params: Params, newest: Params) => boolean = () => true,
): Remote<Params, Data> {
  const loadFx = createEffect<Params, Data>(load)
  const $answer = createStore<{ readonly newest: Params | null } & Answer<Data>>(
    { newest: null, data: null, error: null },
    { serialize: 'ignore' },
  )
    .on(loadFx, ({ newest, data, error }, params) =>
      newest !== null && !isSame(newest, params)
        ? { newest: params, data: null, error: null }
        : { newest: params, data, error },
    )
    .on(loadFx.done, (answer, { params, result }) =>
      answer.newest === null || isSame(params, answer.newest)
        ? { newest: answer.newest, data: result, error: null }
        : answer,
    )
    .on(loadFx.fail, (answer, { params, error }) =>
      answer.newest === null || isSame(params, answer.newest) ? { ...answer, error } : answer,
    )
  return { loadFx, $answer }
}
