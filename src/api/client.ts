/** The client as the model holds it. What sends comes with the first call, so that the first list need not wait for it. */
import { once } from '../core/index.ts'
import type { Api, ApiSetup } from './types.ts'

type Call = (...asked: unknown[]) => unknown
type Noun = Readonly<Record<string, Call>>
type Calls = Readonly<Record<string, Noun>>

/** Makes the client: `createApi({…}).entries.list({ view: 0 })`. */
export function createApi(setup: ApiSetup): Api {
  const calls = once(() => fetched(setup))
  return byName((noun) =>
    byName(
      (verb) =>
        async (...asked: unknown[]) =>
          (await calls())[noun]?.[verb]?.(...asked),
    ),
  ) as unknown as Api
}

async function fetched(setup: ApiSetup): Promise<Calls> {
  await setup.after
  const { createCalls } = await import('./calls.ts').catch(() => {
    // Without the server neither this code nor an answer can come.
    setup.heard?.({ reached: false, status: null })
    // oxlint-disable-next-line only-throw-error -- errors of the api are records, so that they can be compared and stored
    throw { kind: 'unreachable' }
  })
  return createCalls(setup) as unknown as Calls
}

/** A record whose every name gives something, made once. */
function byName<T>(make: (name: string) => T): Readonly<Record<string, T>> {
  const made: Record<string, T> = {}
  return new Proxy(made, {
    // A record with a `then` would be taken for a promise by whoever awaits it.
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : (made[name] ??= make(name))),
  })
}
