/** The client as the model holds it. What sends comes with the first call, so that the first list need not wait for it. */
import type { Api, ApiSetup } from './types.ts'

type Call = (...asked: unknown[]) => unknown
type Calls = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** Makes the client: `createApi({…}).entries.list({ view: 0 })`. */
export function createApi(setup: ApiSetup): Api {
  let coming: Promise<Calls> | undefined
  const calls = () =>
    (coming ??= import('./calls.ts').then(
      ({ createCalls }) => createCalls(setup) as unknown as Calls,
      () => {
        // Asked again next time: without the server neither this code nor an answer can come.
        coming = undefined
        setup.heard?.({ reached: false, status: null })
        // oxlint-disable-next-line only-throw-error -- errors of the api are records, so that they can be compared and stored
        throw { kind: 'unreachable' }
      },
    ))
  const noun = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, verb: string) =>
          async (...asked: unknown[]) =>
            (await calls())[name]?.[verb]?.(...asked),
      },
    )
  return new Proxy({}, { get: (_, name: string) => noun(name) }) as Api
}
