import type { Local, LocalAnswer, LocalCallName, LocalCalls } from './calls.ts'

/** Calls that a layer over the library answers itself. */
export type Own = {
  readonly [N in LocalCallName]?: (...argument: Parameters<LocalCalls[N]>) => Promise<LocalAnswer<N>>
}

/** The library with these calls of one's own; all others go straight to it. */
export const withOwn = (library: Local, own: Own): Local => ({
  ...library,
  call: (name, ...argument) => own[name]?.(...argument) ?? library.call(name, ...argument),
})
