/** What the user follows: subscriptions with their feeds, lists and inboxes. Always replaced as one set. */
import { deepEqual } from '../../../core/deep-equal.ts'
import type { LocalFeed, LocalSubscription, SubscriptionSet } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { fromRow, toRow, type Columns } from '../row-shape.ts'
import type { Db, Schema } from '../schema.ts'

const subscriptionColumns: Columns = {
  id: 'plain',
  type: 'plain',
  feedId: 'plain',
  listId: 'plain',
  inboxId: 'plain',
  userId: 'plain',
  view: 'plain',
  isPrivate: 'flag',
  hideFromTimeline: 'flag',
  title: 'plain',
  category: 'plain',
  createdAt: 'plain',
}
const feedColumns: Columns = {
  id: 'plain',
  url: 'plain',
  title: 'plain',
  description: 'plain',
  image: 'plain',
  errorAt: 'plain',
  errorMessage: 'plain',
  siteUrl: 'plain',
  ownerUserId: 'plain',
  subscriptionCount: 'plain',
  updatesPerWeek: 'plain',
  latestEntryPublishedAt: 'plain',
}
const listColumns: Columns = {
  id: 'plain',
  title: 'plain',
  feedIds: 'json',
  description: 'plain',
  view: 'plain',
  image: 'plain',
  fee: 'plain',
  ownerUserId: 'plain',
  subscriptionCount: 'plain',
  purchaseAmount: 'plain',
}
const inboxColumns: Columns = { id: 'plain', title: 'plain', secret: 'plain' }

/** Under SQLite's 32,766 parameters of one statement, and few distinct statements. */
const ROWS_AT_ONCE = 200

export const subscriptions: Handlers<'subscriptions.replace' | 'subscriptions.all' | 'feeds.put'> = {
  'subscriptions.replace': async (db, set) => {
    const stored = await all(db)
    const rows = {
      subscriptions: set.subscriptions.map(subscriptionRow),
      feeds: set.feeds.map(feedRow),
      lists: set.lists.map((list) => toRow(listColumns, 'type', list)),
      inboxes: set.inboxes.map((inbox) => toRow(inboxColumns, 'type', inbox)),
    }
    for (const table of ['subscriptions', 'feeds', 'lists', 'inboxes'] as const)
      if (!deepEqual(stored[table], set[table])) await replaced(db, table, rows[table])
  },
  'subscriptions.all': all,
  'feeds.put': async (db, feeds) => {
    const rows = new Map(feeds.map((feed) => [feed.id, feedRow(feed)]))
    const changed = await changedFeeds(db, [...rows.values()])
    await deleteFeeds(
      db,
      changed.map(({ id }) => id),
    )
    await inserted(db, 'feeds', changed)
  },
}

async function all(db: Db): Promise<SubscriptionSet> {
  const [follows, feeds, lists, inboxes] = [
    await db.selectFrom('subscriptions').selectAll().execute(),
    await db.selectFrom('feeds').selectAll().execute(),
    await db.selectFrom('lists').selectAll().execute(),
    await db.selectFrom('inboxes').selectAll().execute(),
  ]
  return {
    subscriptions: follows.map((row) => fromRow(subscriptionColumns, row) as LocalSubscription),
    feeds: feeds.map((row) => ({ type: 'feed', ...fromRow(feedColumns, row) }) as LocalFeed),
    lists: lists.map(
      (row) => ({ type: 'list', ...fromRow(listColumns, row) }) as SubscriptionSet['lists'][number],
    ),
    inboxes: inboxes.map(
      (row) => ({ type: 'inbox', ...fromRow(inboxColumns, row) }) as SubscriptionSet['inboxes'][number],
    ),
  }
}

/** Rows in an older journal have no `hideFromTimeline`. */
function subscriptionRow(subscription: LocalSubscription): Record<string, unknown> {
  const { hideFromTimeline = false, ...others } = subscription
  const { other: _, ...row } = toRow(subscriptionColumns, null, { ...others, hideFromTimeline })
  return row
}

const feedRow = (feed: LocalFeed) => ({
  ...toRow(feedColumns, 'type', feed),
  id: feed.id,
  tipUserIds: feed.tipUsers ? JSON.stringify(feed.tipUsers.map((user) => user.id)) : null,
  updatedAt: Date.now(),
})
type FeedRow = ReturnType<typeof feedRow>

/** Every page of entries contains its feeds, mostly unchanged. Writing them again would clear the start-up cache. */
async function changedFeeds(db: Db, rows: readonly FeedRow[]): Promise<FeedRow[]> {
  const stored = new Map<string, object>()
  for (const ids of slices(rows.map(({ id }) => id)))
    for (const row of await db.selectFrom('feeds').selectAll().where('id', 'in', ids).execute())
      stored.set(row.id, row)
  return rows.filter(
    (row) => !deepEqual({ ...stored.get(row.id), updatedAt: null }, { ...row, updatedAt: null }),
  )
}

async function replaced(
  db: Db,
  table: 'subscriptions' | 'feeds' | 'lists' | 'inboxes',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (table === 'feeds') await removeUnusedFeeds(db, rows)
  else await db.deleteFrom(table).execute()
  await inserted(db, table, rows)
}

/** Entries of a list may be of feeds without a subscription here: those feeds stay as long as the entries do. */
async function removeUnusedFeeds(db: Db, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const used = await db.selectFrom('entries').select('feedId').distinct().execute()
  const replacing = new Set(rows.map((row) => row['id']))
  const staying = new Set(used.map(({ feedId }) => feedId).filter((id) => !replacing.has(id)))
  const stored = await db.selectFrom('feeds').select('id').execute()
  await deleteFeeds(
    db,
    stored.map(({ id }) => id).filter((id) => !staying.has(id)),
  )
}

async function deleteFeeds(db: Db, ids: readonly string[]): Promise<void> {
  for (const some of slices(ids)) await db.deleteFrom('feeds').where('id', 'in', some).execute()
}

function* slices<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE)
}

async function inserted(
  db: Db,
  table: 'subscriptions' | 'feeds' | 'lists' | 'inboxes',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const unique = [...new Map(rows.map((row) => [row['id'], row])).values()]
  for (const some of slices(unique))
    await db
      .insertInto(table)
      .values(some as unknown as Schema[typeof table][])
      .execute()
}
