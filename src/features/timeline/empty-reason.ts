import type { LocationSource } from '../../model/location/index.ts'

type FetchedFeed = {
  readonly id: string
  /** ISO time of the last failure; null or absent: the last fetch worked. */
  readonly errorAt?: string | null
  readonly errorMessage?: string | null
}

/** Why a timeline has no entries. */
export type EmptyReason =
  | { readonly is: 'feed-failing'; readonly feedId: string; readonly message: string | null }
  | { readonly is: 'all-failing'; readonly count: number }
  | { readonly is: 'nothing-fetched'; readonly failing: number }
  | { readonly is: 'nothing-left' }

/** @param hasEntries whether the feeds have any entries, read ones included; undefined: unknown */
export function emptyReasonOf(
  source: LocationSource,
  feedIds: readonly string[],
  feeds: ReadonlyMap<string, FetchedFeed>,
  hasEntries: boolean | undefined,
): EmptyReason {
  const failing = feedIds.flatMap((id) => {
    const feed = feeds.get(id)
    return feed?.errorAt ? [feed] : []
  })
  const [first] = failing
  if (first && source.kind === 'feed')
    return { is: 'feed-failing', feedId: first.id, message: first.errorMessage || null }
  if (first && failing.length === feedIds.length) return { is: 'all-failing', count: failing.length }
  if (hasEntries === false) return { is: 'nothing-fetched', failing: failing.length }
  return { is: 'nothing-left' }
}
