import type { LocalFeed, LocalSubscription } from '../../model/rows.ts'

/** The subscription to a feed, by feed id or address; null when not subscribed. */
export function subscriptionOf(
  feed: { readonly id?: string | undefined; readonly url: string },
  subscriptions: ReadonlyMap<string, LocalSubscription>,
  feeds: ReadonlyMap<string, LocalFeed>,
): LocalSubscription | null {
  const known = feed.id ? subscriptions.get(`feed/${feed.id}`) : undefined
  if (known) return known
  const same = [...feeds.values()].find(({ url }) => url === feed.url)
  return (same && subscriptions.get(`feed/${same.id}`)) ?? null
}

/** Addresses of all subscribed feeds, to mark results. */
export function followedAddresses(
  subscriptions: ReadonlyMap<string, LocalSubscription>,
  feeds: ReadonlyMap<string, LocalFeed>,
): ReadonlySet<string> {
  return new Set([...subscriptions.values()].flatMap(({ feedId }) => feeds.get(feedId ?? '')?.url ?? []))
}
