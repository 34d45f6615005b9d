import type { ThreadComment } from '../../../contract/threads.ts'

/** A comment as a service writes it: `html` is unchecked, and null where the comment was deleted. */
export type RawComment = Omit<ThreadComment, 'publishedAt' | 'content'> & {
  /** ms since 1970 */
  readonly at: number | null
  readonly html: string | null
}
export type RawThread = {
  /** In the order of the thread. */
  readonly comments: Iterable<RawComment>
  /** As the service counts them; null where it does not. */
  readonly total: number | null
}

/** Where services are reached; tests have their own. */
export type Bases = {
  readonly hackerNews: string
  readonly lobsters: string
  readonly reddit: string
  readonly bluesky: string
}

/** One service: its threads by their pages, and what its interface returns. */
export type ThreadService = {
  /** @returns the address of the interface for the thread of a page; null for any other page */
  readonly requestOf: (page: URL, bases: Bases) => string | null
  /** @param json of the interface @param page of the thread @returns null where it is no thread */
  readonly read: (json: unknown, page: string) => RawThread | null
}
