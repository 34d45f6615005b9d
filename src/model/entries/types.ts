import type { EntryHead } from '../../local/calls.ts'

/** Read, starred and labels are a separate row, so that refetching an entry overwrites neither. */
export type EntryStatus = {
  readonly id: string
  readonly feedId: string
  readonly read: boolean
  readonly starredAt: number | null
  /** Names of its labels; absent: none. */
  readonly labels?: readonly string[] | undefined
  readonly publishedAt: number
  readonly insertedAt: number
}

/** missing: not stored, and offline; error: the request failed. */
export type EntryContentState = {
  readonly status: 'loading' | 'ready' | 'missing' | 'error'
  /** The entry's content, sanitised by the server. */
  readonly html: string | null
  /** The page's full text, once the reader view was requested. */
  readonly readability: {
    readonly status: 'none' | 'loading' | 'ready' | 'error'
    readonly html: string | null
  }
}
export type CurrentEntry = {
  readonly summary: EntryHead
  readonly status: EntryStatus
  readonly content: EntryContentState
}
