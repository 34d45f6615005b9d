/** What is kept of a start for the next one, and where. */
import type { EntryBody, LocalCallName } from './calls.ts'

export type KeptList = {
  /** The address of the worker that gave the answers. */
  readonly build: string
  /** Paths at which a start asks this. */
  readonly places: readonly string[]
  /** Size and time of the library's files when it gave them. */
  readonly files: string
  /** By call and argument, see {@link callKey}; as JSON, so that they can be compared as they are. */
  readonly answers: Readonly<Record<string, string>>
  /** Contents of the first entries, by entry id. */
  readonly bodies: Readonly<Record<string, EntryBody>>
}
declare global {
  interface Window {
    /** Of src/app/first-light.js; absent where the build does not name its library. */
    firstList?: {
      readonly build: string
      readonly kept?: KeptList | undefined
    }
  }
}

/** In localStorage, because that can be read before anything is waited for. */
export const FIRST_LIST = 'follow:first-list'
export const callKey = (name: LocalCallName, argument?: unknown): string => JSON.stringify([name, argument])

/** At once with whatever changes follow.db, from whichever tab: they all have the same storage. */
export function forgetFirstList(): void {
  try {
    localStorage.removeItem(FIRST_LIST)
  } catch {
    // Storage is refused: nothing is kept there either.
  }
}
