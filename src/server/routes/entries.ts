import type { TimelineInput, TimelineItem } from '../../contract/entries.ts'
import { pickForMinutes } from '../../contract/reading-list.ts'
import type { Feed, Inbox } from '../../contract/shapes.ts'
import { feedsWithin } from '../access/limit.ts'
import { rewriteEntries, rewriteEntry } from '../actions/rewrite-texts.ts'
import { withTippers } from '../feeds/feed-fields.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { resultOf, resultsOfEntries } from '../storage/actions/actions.ts'
import {
  contentsOf,
  newestEntries,
  visibleEntries,
  fullEntry,
  type Carriers,
} from '../storage/entries/entries.ts'
import { summaryOf, type FeedColumns } from '../storage/entries/entry-columns.ts'
import { visibleFeedById } from '../storage/feeds/feeds-read.ts'
import { deletionsAfter, deletionPositionAt, type EntryDeletion } from '../storage/entries/entry-deletions.ts'
import { labelsOfEntries } from '../storage/entries/entry-labels.ts'
import { inboxesByFeed } from '../storage/lists/inboxes.ts'
import { listsCarrying } from '../storage/lists/list-subscriptions.ts'
import type { Storage } from '../storage/open.ts'
import { readersOf } from '../storage/reads/reads.ts'
import type { EntryRow } from '../storage/schema.ts'
import { readingCandidates } from '../storage/timeline/reading-candidates.ts'
import type { TimelineRow } from '../storage/timeline/timeline-rows.ts'
import { countArrivals, newestArrival, timelinePage } from '../storage/timeline/timeline.ts'
import { scopeOf } from './scope.ts'
import { toEntry, toTimelineItem } from './wire-entry.ts'
import { iso, toFeeds } from './wire-feed.ts'
import { toInbox } from './wire-list.ts'

/** 20 to 100 is safe for every client (wire-contract 5). */
const PAGE = 50
const PREVIEW = 30
const READERS = 20
/** Deleted entries per response. */
const DELETIONS = 2000
/** Number of contents in memory while streaming. */
const STREAM_CHUNK = 50

/** Reading: timelines, single entries, contents. */
export const entriesRoutes = {
  'entries.list': async (context, input) => ({ data: await listed(context, input) }),

  'entries.get': async (context, { id }) => {
    const { user, storage, parsing } = context
    const entry = await fullEntry(storage, user.id, id)
    if (!entry) throw new Refusal('entryNotFound')
    const feed = (await sourcesOf(context, [entry])).get(entry.feedId)
    if (!feed) throw new Refusal('feedNotFound')
    if (feed.type === 'inbox')
      throw new Refusal('entryNotFound', 'The entry belongs to an inbox: use entries/inbox.')
    const rules = resultOf(entry)
    return {
      data: {
        entries: {
          ...(await rewriteEntry(parsing, { ...toEntry(entry), content: entry.content }, rules)),
        },
        feeds: feed,
      },
    }
  },

  'entries.readingList': async (context, { minutes }) => {
    const { user, storage, now } = context
    const within = await feedsWithin(storage, user)
    const candidates = await readingCandidates(storage, user.id, { within, now: now() })
    const rows = pickForMinutes(candidates, minutes).map(({ row }) => row)
    return { data: await toItems(context, rows, {}) }
  },

  'entries.deleted': async ({ user, storage, now }, { cursor, fromNow }) => {
    if (fromNow) return { data: [], cursor: writeCursor(deletionPositionAt(now())) }
    const after = cursor === undefined ? { deletedAt: 0, entryId: '' } : readCursor(cursor)
    const deletions = await deletionsAfter(storage, user.id, { after, now: now(), limit: DELETIONS })
    const last = deletions.at(-1)
    return {
      data: deletions.map(({ entryId }) => entryId),
      ...(last && { cursor: writeCursor(last) }),
    }
  },

  'entries.stream': async (context, { ids }) => contentLines(context, ids),

  'entries.checkNew': async ({ user, storage }, { insertedAfter, read, ...named }) => {
    const scope = await scopeOf(storage, user.id, named)
    const newest = scope && (await newestArrival(storage, scope, insertedAfter, read))
    if (!newest) return { data: { has_new: false } }
    const count = await countArrivals(storage, scope, insertedAfter, read)
    return {
      data: { has_new: true, lastest_at: iso(newest.insertedAt), entry_id: newest.id, count },
    }
  },

  'entries.preview': async ({ user, storage }, { id }) => {
    if (!(await visibleFeedById(storage, user?.id ?? null, id))) throw new Refusal('feedNotFound')
    const rows = await newestEntries(storage, id, PREVIEW)
    const contents = await contentsOf(storage, idsOf(rows))
    const data = rows.map((row) => ({
      ...toEntry(row),
      content: contents.get(row.id) ?? null,
      feedId: row.feedId,
    }))
    return { data }
  },

  'entries.readability': async (context, { id }) => {
    await entryOrRefusal(context.storage, context.user.id, id)
    return { data: { content: await context.feeds.readability(id, context.user.id) } }
  },

  'entries.transcript': async ({ storage, user, feeds }, { id }) => {
    await entryOrRefusal(storage, user.id, id)
    return { data: await feeds.episodes.transcript(id, user.id) }
  },

  'entries.chapters': async ({ storage, user, feeds }, { id }) => {
    await entryOrRefusal(storage, user.id, id)
    return { data: await feeds.episodes.chapters(id, user.id) }
  },

  'entries.readHistories': async (context, input) => ({ data: await readHistories(context, input) }),
} satisfies Routes

const writeCursor = ({ deletedAt, entryId }: EntryDeletion): string => `${deletedAt}-${entryId}`

/** @throws Refusal invalidParameter */
function readCursor(cursor: string): EntryDeletion {
  const [, time = '', entryId = ''] = /^(\d{1,15})-([\w-]*)$/.exec(cursor) ?? []
  if (time === '') throw new Refusal('invalidParameter', 'cursor: not from an answer of this call')
  return { deletedAt: Number(time), entryId }
}

/** One page of a scope. @param input.inboxId one of the user's inboxes */
export async function listed(
  context: RequestContext,
  input: TimelineInput & { readonly inboxId?: string },
): Promise<TimelineItem[]> {
  const { storage, user } = context
  const userId = user.id
  const isCollection = input.isCollection ?? input.collected ?? false
  const scope = await scopeOf(storage, userId, { ...input, isCollection })
  // The starred list shows read and unread entries alike (wire-contract 5).
  const read = isCollection ? undefined : input.read
  if (!scope) return []
  const bounds = [input.publishedAfter, input.publishedBefore].flatMap((time) =>
    time ? Date.parse(time) : [],
  )
  const before = bounds.length > 0 ? Math.min(...bounds) : undefined
  const rows = await timelinePage(storage, scope, { read, before }, input.limit ?? PAGE)
  return toItems(context, rows, { starred: isCollection, withContent: input.withContent })
}

/** Rows as the items of a timeline. @param options.starred the view of an item is that of its star */
export async function toItems(
  context: RequestContext,
  rows: readonly TimelineRow[],
  options: { readonly starred?: boolean; readonly withContent?: boolean },
): Promise<TimelineItem[]> {
  const { storage, user, parsing } = context
  const sources = await sourcesOf(context, rows)
  const carriers = rows[0]?.followsLists
    ? await listsCarrying(storage, user.id, [...sources.keys()])
    : new Map<string, Carriers>()
  const contents = options.withContent ? await contentsOf(storage, idsOf(rows)) : null
  const labels = await labelsOfEntries(storage, user.id, idsOf(rows.filter(({ labelled }) => labelled)))
  const items: TimelineItem[] = []
  const published = rows.map((row) => ({
    entry: { ...row, ...(contents && { content: contents.get(row.id) ?? null }) },
    result: resultOf(row),
  }))
  for (const row of await rewriteEntries(parsing, published)) {
    const source = sources.get(row.feedId)
    if (!source) continue
    items.push(
      toTimelineItem(row, source, {
        starred: options.starred ?? false,
        content: row.content,
        carriers: carriers.get(row.feedId),
        labels: labels.get(row.id),
        readingSeconds: row.readingSeconds,
      }),
    )
  }
  return items
}

type FromFeed = FeedColumns & { readonly feedId: string }

/** The sources of entries by feed id: feeds, and inboxes for the hidden feeds. */
async function sourcesOf(
  { storage, secrets, feedFields }: Pick<RequestContext, 'storage' | 'secrets' | 'feedFields'>,
  rows: readonly FromFeed[],
): Promise<Map<string, Feed | Inbox>> {
  const byId = new Map(rows.map((row) => [row.feedId, row]))
  const feeds = await toFeeds(storage, [...byId.values()].map(summaryOf))
  const sources = new Map<string, Feed | Inbox>(await withTippers(feedFields, feeds))
  const hidden = [...byId.values()].flatMap(({ feedId, inboxUserId }) => (inboxUserId === null ? [] : feedId))
  for (const [feedId, inbox] of await inboxesByFeed(storage, hidden))
    sources.set(feedId, toInbox(inbox, secrets))
  return sources
}

/** One line of JSON per stored entry that the user may read; others are omitted. */
async function* contentLines(
  { storage, user: { id: userId }, parsing }: RequestContext,
  ids: readonly string[],
): AsyncIterable<string> {
  for (let at = 0; at < ids.length; at += STREAM_CHUNK) {
    const seen = idsOf(await visibleEntries(storage, userId, ids.slice(at, at + STREAM_CHUNK)))
    const contents = await contentsOf(storage, seen)
    const rules = await resultsOfEntries(storage, userId, seen)
    const published = seen.map((id) => ({
      entry: { id, title: null, description: null, content: contents.get(id) ?? null },
      result: rules.get(id) ?? null,
    }))
    for (const { id, content } of await rewriteEntries(parsing, published)) {
      yield `${JSON.stringify({ id, content: content ?? '' })}\n`
    }
  }
}

async function readHistories(
  { user, storage }: RequestContext,
  input: { id: string; size?: number; page?: number },
) {
  const limit = input.size ?? READERS
  const entry = await entryOrRefusal(storage, user.id, input.id)
  const { total, readers } = await readersOf(storage, user.id, entry, {
    limit,
    offset: ((input.page ?? 1) - 1) * limit,
  })
  return {
    users: Object.fromEntries(readers.map((reader) => [reader.id, reader])),
    total,
    entryReadHistories: total === 0 ? null : { userIds: idsOf(readers), readCount: total },
  }
}

async function entryOrRefusal(storage: Storage, userId: string, id: string): Promise<EntryRow> {
  const [entry] = await visibleEntries(storage, userId, [id])
  if (!entry) throw new Refusal('entryNotFound')
  return entry
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
