/** The start-up cache: the results that a start needs of follow.db, in localStorage, which can be read synchronously. */
import type { EntryBody, LocalAnswer } from '../../local/index.ts'

/** As stored; the field names are the storage format. */
export type CachedStart = {
  /** URL of the worker that gave the results. */
  readonly build: string
  /** Id of the user whose results they are. */
  readonly user: string
  /** Paths at which a start makes these calls. */
  readonly places: readonly string[]
  /** Size and time of the database's files when they were read. */
  readonly files: string
  /** Results by `callKey`, as JSON, so that they can be compared as they are. */
  readonly answers: Readonly<Record<string, string>>
  /** Contents of the first entries, by entry id. */
  readonly bodies: Readonly<Record<string, EntryBody>>
  /** Sizes and colours of the listed pictures, by URL; null: none are stored. Absent: written by an earlier version. */
  readonly pictures?: Readonly<Record<string, LocalAnswer<'images.get'>[string] | null>>
}
declare global {
  interface Window {
    /** Set by pre-paint.js; absent where the page does not name its database worker, as in development. */
    startupCache?: {
      readonly build: string
      readonly cached?: CachedStart | undefined
      /** The page has the data of a first visit, see first-page.ts, and nothing is cached. */
      readonly hasFirstPage?: boolean
    }
  }
}

export const STARTUP_CACHE_KEY = 'follow:first-list'

/** For all tabs: they share the storage. */
export function clearStartupCache(): void {
  try {
    localStorage.removeItem(STARTUP_CACHE_KEY)
  } catch {
    // Storage is refused: nothing is cached either.
  }
}
