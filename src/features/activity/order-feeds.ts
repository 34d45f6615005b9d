import type { FeedRow } from '../settings/index.ts'

/** Feeds with an error first, then in the order in which the server asks for them next. */
export const orderFeeds = (rows: readonly FeedRow[]): readonly FeedRow[] =>
  rows.toSorted(
    (a, b) =>
      Number(b.error !== null || b.gone) - Number(a.error !== null || a.gone) ||
      (a.nextFetch ?? '').localeCompare(b.nextFetch ?? ''),
  )
