import type { EntryHead } from '../../local/calls.ts'

/** Read and starred are their own row, so that refetching an entry overwrites neither. */
export type EntryStatus = {
  readonly id: string
  readonly feedId: string
  readonly read: boolean
  readonly starredAt: number | null
  readonly publishedAt: number
  readonly insertedAt: number
}

/** missing: neither here nor, being offline, to be had; error: the server was asked and failed. */
export type EntryContentState = {
  readonly status: 'loading' | 'ready' | 'missing' | 'error'
  /** The entry's content, sanitised by the server. */
  readonly html: string | null
  /** The whole page's text, once the reader view was asked for. */
  readonly readability: {
    readonly status: 'none' | 'loading' | 'ready' | 'error'
    readonly html: string | null
  }
}
export type CurrentEntry = {
  readonly head: EntryHead
  readonly status: EntryStatus
  readonly body: EntryContentState
}
