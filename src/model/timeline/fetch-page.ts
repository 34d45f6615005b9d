/** One page of a place from the server, into follow.db. */
import type { Api } from '../../api/index.ts'
import type { Local, LocalFeed } from '../../local/calls.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import type { StoreEntries } from '../entries/store-entries.ts'
import { toTimelineIds, type TimelineIds } from './merge.ts'
import type { TimelineScope } from './scope.ts'

export type RemotePage = {
  /** publishedAt of the last item: the cursor of the next page; null when nothing came. */
  readonly next: string | null
  readonly listed: TimelineIds
  /** Those that follow.db did not have so, and those that it held unread and the server no longer lists as such. */
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
  const { data = [] } = await api.entries.list({
    ...scope.remote,
    ...(cursor !== null && { publishedAfter: cursor }),
  })
  const entries = data.map((item) => entryFromWire(item, scope.view))
  receiveFeeds(feedsFromWire(data))
  const next = data.at(-1)?.entries.publishedAt ?? null
  const stretch = { cursor, next }
  const held = await heldBeside(local, scope, stretch, entries)
  const { whole, changed } = await receive(entries)
  // A mark of ours that crossed the answer, or waits, would look like one made elsewhere.
  const mayBeRead = held.length > 0 && whole && unsentBefore.length === 0
  const readElsewhere = mayBeRead && (await local.call('outbox.all')).length === 0 ? held : []
  if (readElsewhere.length > 0) {
    const heads = await local.call('entries.heads', readElsewhere)
    await receive(heads.map((head) => ({ ...head, read: true })))
  }
  const listed = toTimelineIds({
    ids: entries.map(({ id }) => id),
    times: entries.map(({ publishedAt }) => publishedAt),
  })
  return { next, listed, changed: [...changed, ...readElsewhere] }
}

/**
 * An unread-only answer is everything unread between its cursor and its last item. What follow.db has in that stretch
 * beside it was read in another place, and would stay in the list for ever with no count for it.
 */
async function heldBeside(
  local: Local,
  scope: TimelineScope,
  { cursor, next }: { cursor: string | null; next: string | null },
  answered: readonly { id: string }[],
): Promise<readonly string[]> {
  if (!scope.unreadOnly || 'starsOf' in scope.of) return []
  const held = await local.call('timeline.page', {
    of: scope.of,
    unreadOnly: true,
    after: cursor === null ? null : { publishedAt: Date.parse(cursor), id: '' },
    limit: answered.length + 200,
  })
  const oldest = next === null ? Number.NEGATIVE_INFINITY : Date.parse(next)
  const listed = new Set(answered.map(({ id }) => id))
  return held.ids.filter((id, at) => !listed.has(id) && (held.times[at] ?? 0) >= oldest)
}
