/** Stores entries: inserts new ones, updates changed ones and leaves unchanged ones alone. */
import { sql, type Kysely } from 'kysely'
import { adoptAwaited } from '../../storage/accounts/account-import.ts'
import { idList } from '../../storage/engine/id-list.ts'
import type { Kind } from '../../storage/open.ts'
import type { Schema } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import { fieldsOf, saysTheSame, type EntryFields } from './entry-row.ts'
import { insertEntries } from './insert-entries.ts'
import { runPrepared, type PreparedDatabase } from './prepared-statements.ts'
import { renamedEntries } from './renamed-entries.ts'

export type Stored = { readonly added: number; readonly changed: number }
type ExistingEntry = { readonly id: string; readonly guid: string; readonly hash: string }
type PreparedEntry = { readonly entry: ParsedEntry; readonly fields: EntryFields }
type StoreOptions = {
  readonly feedId: string
  /** True when the feed certainly has no entries, and no marks wait for any. */
  readonly isEmpty?: boolean
  /** Stored entries are not updated. */
  readonly ignoresEdits?: boolean
  /** Each entry is a change of the same page, so that none is another one with a new guid. */
  readonly followsChanges?: boolean
  readonly kind: Kind
  readonly now: number
  readonly newId: () => string
}

/** Must run inside a transaction. Entries are identified by guid; an entry of which only the guid changed is updated. */
export async function storeEntries(
  db: Kysely<Schema>,
  entries: readonly ParsedEntry[],
  options: StoreOptions,
): Promise<Stored> {
  const prepared = distinct(entries).map((entry) => ({ entry, fields: fieldsOf(entry) }))
  const database = { db, kind: options.kind }
  const { isEmpty = false } = options
  const existing = isEmpty
    ? new Map<string, ExistingEntry>()
    : await existingByGuid(database, options.feedId, prepared)
  const unmatched = prepared.filter(({ entry }) => !existing.has(entry.guid))
  const present = new Set(prepared.map(({ entry }) => entry.guid))
  const hasNoRenamed =
    options.followsChanges === true ||
    isEmpty ||
    (existing.size === 0 && (await emptyAmong(database, [options.feedId])).size > 0)
  const renamed = hasNoRenamed
    ? new Map<string, ExistingEntry>()
    : await renamedEntries(
        db,
        options.feedId,
        unmatched.map(({ entry }) => entry),
        present,
      )
  let changed = 0
  for (const one of prepared) {
    const row = existing.get(one.entry.guid) ?? renamed.get(one.entry.guid)
    if (!row || options.ignoresEdits) continue
    const isUnchanged = saysTheSame(row.hash, one.fields, one.entry.content)
    if (isUnchanged && row.guid === one.entry.guid) continue
    if (!isUnchanged) changed += 1
    await change(db, row, one, options.now)
  }
  const unknown = unmatched.filter(({ entry }) => !renamed.has(entry.guid))
  const { removed, awaited } = isEmpty
    ? nothingKnown
    : await removedOrAwaited(database, options.feedId, unknown)
  const fresh = unknown.filter(({ entry }) => !removed.has(entry.guid))
  const added = await insert(db, fresh, options)
  if (added > 0 && awaited.length > 0) await adoptAwaited(db, options.kind, options.feedId, awaited)
  return { added, changed }
}

function distinct(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ guid }) => !seen.has(guid) && seen.add(guid))
}

async function existingByGuid(
  database: PreparedDatabase,
  feedId: string,
  prepared: readonly PreparedEntry[],
): Promise<Map<string, ExistingEntry>> {
  const guids = prepared.map(({ entry }) => entry.guid)
  const { rows } = await runPrepared<ExistingEntry>(
    database,
    'known',
    () =>
      database.db
        .selectFrom('entries')
        .select(['id', 'guid', 'hash'])
        .where('feedId', '=', feedId)
        .where('guid', 'in', idList(database.kind, guids)),
    [feedId, JSON.stringify(guids)],
  )
  return new Map(rows.map((row) => [row.guid, row]))
}

type Known = { readonly removed: ReadonlySet<string>; readonly awaited: readonly string[] }
const nothingKnown: Known = { removed: new Set(), awaited: [] }

/**
 * The guids of entries that were deleted by rules, which a document may have for years, and of those for which marks wait.
 * One query, since each document with new entries needs it.
 */
async function removedOrAwaited(
  { db, kind }: PreparedDatabase,
  feedId: string,
  unknown: readonly PreparedEntry[],
): Promise<Known> {
  if (unknown.length === 0) return nothingKnown
  const guids = JSON.stringify(unknown.map(({ entry }) => entry.guid))
  const { rows } = await runPrepared<{ guid: string; isAwaited: number }>(
    { db, kind },
    'removedOrAwaited',
    () =>
      db
        .selectFrom('removedEntries')
        .select(['guid', sql<number>`0`.as('isAwaited')])
        .where('feedId', '=', feedId)
        .where('guid', 'in', idList(kind, []))
        .unionAll(
          db
            .selectFrom('awaitedEntries')
            .innerJoin('feeds', 'feeds.url', 'awaitedEntries.feedUrl')
            .select(['awaitedEntries.guid', sql<number>`1`.as('isAwaited')])
            .where('feeds.id', '=', feedId)
            .where('awaitedEntries.guid', 'in', idList(kind, [])),
        ),
    [feedId, guids, feedId, guids],
  )
  const { removed = [], awaited = [] } = Object.groupBy(rows, ({ isAwaited }) =>
    isAwaited === 1 ? 'awaited' : 'removed',
  )
  return {
    removed: new Set(removed.map(({ guid }) => guid)),
    awaited: [...new Set(awaited.map(({ guid }) => guid))],
  }
}

/** The feeds among `feedIds` without entries and without marks that wait for entries, in one query. */
export async function emptyAmong(
  { db, kind }: PreparedDatabase,
  feedIds: readonly string[],
): Promise<Set<string>> {
  if (feedIds.length === 0) return new Set()
  const { rows } = await runPrepared<{ id: string }>(
    { db, kind },
    'empty',
    () =>
      db
        .selectFrom('feeds')
        .select('id')
        .where('id', 'in', idList(kind, feedIds))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('entries').select('id').whereRef('entries.feedId', '=', 'feeds.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('awaitedEntries')
                .select('guid')
                .whereRef('awaitedEntries.feedUrl', '=', 'feeds.url'),
            ),
          ),
        ),
    [JSON.stringify(feedIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

async function change(
  db: Kysely<Schema>,
  { id }: ExistingEntry,
  { entry, fields }: PreparedEntry,
  now: number,
): Promise<void> {
  await db
    .updateTable('entries')
    .set({ ...fields, guid: entry.guid, updatedAt: now })
    .where('id', '=', id)
    .execute()
  const { content } = entry
  if (content === null) {
    await db.deleteFrom('entryContents').where('entryId', '=', id).execute()
    return
  }
  await db
    .insertInto('entryContents')
    .values({ entryId: id, content })
    .onConflict((on) => on.column('entryId').doUpdateSet({ content }))
    .execute()
}

function insert(
  db: Kysely<Schema>,
  fresh: readonly PreparedEntry[],
  { feedId, kind, now, newId }: StoreOptions,
): Promise<number> {
  // The first entry of a document is the newest: it gets the highest id, and undated entries keep the document's order.
  const list = fresh.toReversed().map(({ entry, fields }, index) => ({
    row: {
      id: newId(),
      feedId,
      guid: entry.guid,
      ...fields,
      publishedAt: entry.publishedAt ?? now - (fresh.length - 1 - index),
      insertedAt: now,
      updatedAt: now,
    },
    content: entry.content,
  }))
  return insertEntries({ db, kind }, list)
}
