import type { LocalFeed, LocalSubscription } from '../../model/index.ts'

/** The subscription to a feed, known by its id or by its address; null when it is not followed. */
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

/** The addresses of everything that is followed, for marking what is offered. */
export function followedAddresses(
  subscriptions: ReadonlyMap<string, LocalSubscription>,
  feeds: ReadonlyMap<string, LocalFeed>,
): ReadonlySet<string> {
  return new Set([...subscriptions.values()].flatMap(({ feedId }) => feeds.get(feedId ?? '')?.url ?? []))
}
