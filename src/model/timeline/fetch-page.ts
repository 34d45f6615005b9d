/** Fetches one page of a scope from the server into follow.db. */
import type { Api } from '../../api/index.ts'
import type { TimelineItem } from '../../contract/entries.ts'
import type { Local, LocalFeed } from '../../local/calls.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import type { StoreEntries } from '../entries/store-entries.ts'
import { toTimelineIds, type TimelineIds } from './merge.ts'
import type { TimelineScope } from './scope.ts'
import type { RemoteInput } from './sources.ts'

export type RemotePage = {
  /** publishedAt of the last item: the cursor of the next page; null for an empty page. */
  readonly next: string | null
  readonly listed: TimelineIds
  /** Ids of entries that differed in follow.db, and of local unread ones that the server no longer lists as unread. */
  readonly changed: readonly string[]
}

/** @param cursor ISO time; the page is strictly older. null: the first one */
export async function fetchPage(
  {
    api,
    local,
    receive,
    receiveFeeds,
  }: { api: Api; local: Local; receive: StoreEntries; receiveFeeds: (feeds: readonly LocalFeed[]) => void },
  scope: TimelineScope,
  cursor: string | null,
): Promise<RemotePage> {
  const unsentBefore = await local.call('outbox.all')
  const data = await pageOf(api, { ...scope.remote, ...(cursor !== null && { publishedAfter: cursor }) })
  const entries = data.map((item) => entryFromWire(item, scope.view))
  receiveFeeds(feedsFromWire(data))
  const next = data.at(-1)?.entries.publishedAt ?? null
  const range = { cursor, next }
  const unlisted = await unlistedUnread(local, scope, range, entries)
  const { whole, changed } = await receive(entries)
  // With pending local marks, an entry marked here would be taken for one read on another device.
  const mayBeRead = unlisted.length > 0 && whole && unsentBefore.length === 0
  const readElsewhere = mayBeRead && (await local.call('outbox.all')).length === 0 ? unlisted : []
  if (readElsewhere.length > 0) {
    const summaries = await local.call('entries.heads', readElsewhere)
    await receive(summaries.map((summary) => ({ ...summary, read: true })))
  }
  const listed = toTimelineIds({
    ids: entries.map(({ id }) => id),
    times: entries.map(({ publishedAt }) => publishedAt),
  })
  return { next, listed, changed: [...changed, ...readElsewhere] }
}

async function pageOf(api: Api, { inboxId, ...input }: RemoteInput): Promise<readonly TimelineItem[]> {
  const { data = [] } = await (inboxId === undefined
    ? api.entries.list(input)
    : api.entries.inboxList({ ...input, inboxId }))
  return data
}

/**
 * An unread-only response has all unread entries between its cursor and its last item. Other unread entries of follow.db
 * in that range were read on another device and would otherwise stay in the list forever, without a count.
 */
async function unlistedUnread(
  local: Local,
  scope: TimelineScope,
  { cursor, next }: { cursor: string | null; next: string | null },
  received: readonly { id: string }[],
): Promise<readonly string[]> {
  if (!scope.unreadOnly || 'starsOf' in scope.of) return []
  const stored = await local.call('timeline.page', {
    of: scope.of,
    unreadOnly: true,
    after: cursor === null ? null : { publishedAt: Date.parse(cursor), id: '' },
    limit: received.length + 200,
  })
  const oldest = next === null ? Number.NEGATIVE_INFINITY : Date.parse(next)
  const listed = new Set(received.map(({ id }) => id))
  return stored.ids.filter((id, at) => !listed.has(id) && (stored.times[at] ?? 0) >= oldest)
}
