/** Which entries a list has: the page's request to follow.db, and the result. */
import type { QueryAst } from '../contract/query/ast.ts'
import type { View } from '../contract/views.ts'
import type { EntryHead } from './entries.ts'

/**
 * A query over the entries of follow.db. The worker parses a text, so that a page that only lists need not load the
 * parser; one that cannot be read selects nothing. `now`: what ages count from, ms since 1970; the worker's clock when
 * absent.
 */
export type QueryAsk = { readonly select: QueryAst | string; readonly now?: number }
/** `new`, `old`: by publishedAt, then id. `named`: as the entries are named. */
export type QueryOrder = 'new' | 'old' | 'named'

/**
 * Which entries a timeline lists: those of some feeds, the stars of a view, or what a query selects. Order: publishedAt,
 * then id, descending; of a query its own.
 */
export type TimelineAsk = {
  readonly of:
    | { readonly feedIds: readonly string[] }
    | { readonly starsOf: View }
    | { readonly query: QueryAsk }
    /** These, in this order. */
    | { readonly entryIds: readonly string[] }
  /** Leaves out entries that are read, pending marks counted in. */
  readonly unreadOnly: boolean
  /** Strictly after this place in the order; null starts at the top. */
  readonly after: {
    readonly publishedAt: number
    readonly id: string
    /** How many rows come before, which counts where a query has another order. */
    readonly row?: number
  } | null
  readonly limit: number
  /** The page names the feed of each entry. */
  readonly withFeeds?: true
  /** How many of the first rows are complete: a list that opens would request them next. */
  readonly heads?: number
}
/** Parallel arrays, because a hundred thousand small objects cost more to clone than the query. */
export type TimelinePage = {
  readonly ids: readonly string[]
  readonly times: readonly number[]
  readonly done: boolean
  readonly heads?: readonly EntryHead[]
  /** Of a query; absent: newest first. */
  readonly order?: QueryOrder
  /** Of each entry, where the page was requested with feeds. */
  readonly feedIds?: readonly string[]
  /** All entries of the stories that entries of the page belong to, listed or not; absent: none. */
  readonly stories?: readonly StoryEntry[]
}
/** An entry of a story that several feeds have. */
export type StoryEntry = {
  readonly id: string
  readonly storyId: string
  readonly feedId: string
  readonly publishedAt: number
}

export type SearchHit = {
  readonly id: string
  readonly feedId: string
  /** The entry's name: its title, else its text or address. */
  readonly title: string
  readonly publishedAt: number
  /** Entries of one story in several feeds share it; null: of none, or unknown to follow.db. */
  readonly storyId: string | null
}
