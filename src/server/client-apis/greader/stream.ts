/**
 * Stream ids: `feed/ID`, `user/-/label/NAME`, `user/-/state/com.google/STATE`, narrowed by `it` and `xt`. A name is that of a
 * folder or list, else of a label on entries.
 */
import type { Caller } from '../../http/routes.ts'
import { labelKey } from '../../../contract/label-names.ts'
import type { StreamBounds, StreamPlace, StreamScope } from '../../storage/timeline/streams.ts'
import { feedIdsIn, scopeOfFeeds, type SubscribedFeeds } from '../shared/library.ts'

export type Named =
  | { readonly kind: 'feed'; readonly name: string }
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'state'; readonly name: string }
/** null for a stream that is always empty. */
export type Query = { readonly scope: StreamScope; readonly bounds: StreamBounds } | null

export const READING_LIST = 'user/-/state/com.google/reading-list'
export const STARRED = 'user/-/state/com.google/starred'
export const READ = 'user/-/state/com.google/read'
export const labelOf = (folder: string): string => `user/-/label/${folder}`
export const feedStream = (feedId: string): string => `feed/${feedId}`

/** An entry in a list of ids. */
export const itemRef = ({ id, feedId, insertedAt }: StreamPlace) => ({
  id,
  directStreamIds: [feedStream(feedId)],
  timestampUsec: `${insertedAt}000`,
})

/** The user part may be an id or a dash. @returns null for an invalid stream */
export function parseStream(id: string): Named | null {
  if (id.startsWith('feed/')) return { kind: 'feed', name: id.slice('feed/'.length) }
  const [, what, name] = /^user\/[^/]*\/(label|state\/com\.google)\/(.+)$/s.exec(id) ?? []
  if (!name) return null
  return { kind: what === 'label' ? 'folder' : 'state', name }
}

/** The subscribed feeds of a feed or folder stream; a feed is named by id or URL. */
export function feedsOfStream(named: Named, followed: readonly SubscribedFeeds[]): string[] {
  if (named.kind === 'folder') return feedIdsIn(followed, named.name)
  return followed.flatMap(({ feed }) => (named.name === feed.id || named.name === feed.url ? [feed.id] : []))
}

type Narrowed = { feedIds: string[] | null; stars: boolean; label: string | null; bounds: StreamBounds }
const EVERYTHING: Narrowed = { feedIds: null, stars: false, label: null, bounds: {} }
type Tags = { readonly include: readonly string[]; readonly exclude: readonly string[] }

/** @param request the stream, required tags and excluded tags */
export function queryOf(
  { id: userId, access }: Caller,
  followed: readonly SubscribedFeeds[],
  { stream, include, exclude }: Tags & { readonly stream: string },
): Query {
  const start = included(EVERYTHING, stream, followed, true)
  const narrowed = start && narrow(followed, { include, exclude }, start)
  if (!narrowed) return null
  const { feedIds, stars, label, bounds } = narrowed
  // Labelled entries include those of unsubscribed feeds, but for an app password that is limited to some feeds.
  if (label !== null && feedIds === null && !access?.limit)
    return { scope: { kind: 'labelled', userId, key: label }, bounds }
  if (label !== null)
    return {
      scope: scopeOfFeeds(userId, feedIds ?? feedIdsIn(followed, null)),
      bounds: withLabel(bounds, label, true),
    }
  const starredIn = feedIds ?? (access?.limit ? feedIdsIn(followed, null) : null)
  if (stars)
    return { scope: { kind: 'starred', userId, ...(starredIn ? { feedIds: starredIn } : {}) }, bounds }
  return { scope: scopeOfFeeds(userId, feedIds ?? feedIdsIn(followed, null)), bounds }
}

/** The rest after required and excluded tags; null: nothing. @param start default: everything */
export function narrow(
  followed: readonly SubscribedFeeds[],
  { include, exclude }: Tags,
  start: Narrowed = EVERYTHING,
): Narrowed | null {
  const narrowed = include.reduce<Narrowed | null>((so, id) => so && included(so, id, followed, false), start)
  if (!narrowed) return null
  return { ...narrowed, bounds: exclude.reduce((so, id) => excluded(so, id, followed), narrowed.bounds) }
}

/** A name of no folder or list. */
export const isLabel = (named: Named, followed: readonly SubscribedFeeds[]): boolean =>
  named.kind === 'folder' && feedsOfStream(named, followed).length === 0

const withLabel = (bounds: StreamBounds, key: string, has: boolean): StreamBounds => ({
  ...bounds,
  labels: [...(bounds.labels ?? []), { key, has }],
})

function included(
  so: Narrowed,
  id: string,
  followed: readonly SubscribedFeeds[],
  isStream: boolean,
): Narrowed | null {
  const named = parseStream(id)
  if (!named) return null
  if (isLabel(named, followed)) {
    const key = labelKey(named.name)
    return isStream ? { ...so, label: key } : { ...so, bounds: withLabel(so.bounds, key, true) }
  }
  if (named.kind !== 'state') {
    const own = feedsOfStream(named, followed)
    return { ...so, feedIds: so.feedIds === null ? own : so.feedIds.filter((feed) => own.includes(feed)) }
  }
  if (named.name === 'reading-list') return so
  // Starred entries include those of unsubscribed feeds.
  if (named.name === 'starred' && isStream) return { ...so, stars: true }
  if (named.name === 'starred') return { ...so, bounds: { ...so.bounds, starred: true } }
  if (named.name === 'read') return { ...so, bounds: { ...so.bounds, read: true } }
  if (named.name === 'unread' || named.name === 'kept-unread')
    return { ...so, bounds: { ...so.bounds, read: false } }
  return null
}

function excluded(bounds: StreamBounds, id: string, followed: readonly SubscribedFeeds[]): StreamBounds {
  const named = parseStream(id)
  if (!named) return bounds
  if (isLabel(named, followed)) return withLabel(bounds, labelKey(named.name), false)
  if (named.kind !== 'state')
    return { ...bounds, without: [...(bounds.without ?? []), ...feedsOfStream(named, followed)] }
  if (named.name === 'read') return { ...bounds, read: false }
  if (named.name === 'unread' || named.name === 'kept-unread') return { ...bounds, read: true }
  return named.name === 'starred' ? { ...bounds, starred: false } : bounds
}
