/** Entries as the server described them: stored, read, and deleted with everything that belongs to them. */
import { sql } from 'kysely'
import type { EntryHead, ReceivedEntry } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { fromRow, parsed, toRow, type Columns } from '../row-shape.ts'
import type { Db, Schema } from '../schema.ts'
import { differs, replay } from './effects.ts'
import { listed } from './listed.ts'
import { putContent } from './entry-contents.ts'
import { putLabels } from './entry-labels.ts'
import { putStars } from './stars.ts'
import { putReadingTimes } from './reading-times.ts'
import { putStories } from './stories.ts'

const columns: Columns = {
  id: 'plain',
  feedId: 'plain',
  guid: 'plain',
  title: 'plain',
  url: 'plain',
  description: 'plain',
  author: 'plain',
  authorUrl: 'plain',
  authorAvatar: 'plain',
  language: 'plain',
  categories: 'json',
  media: 'json',
  attachments: 'json',
  extra: 'json',
  sources: 'json',
  settings: 'json',
  publishedAt: 'plain',
  insertedAt: 'plain',
}
/** The server's fields of an entry; its row in the search index is ours. */
const names = [...Object.keys(columns), 'inboxHandle'] as readonly 'title'[]
/** Under SQLite's 32,766 parameters of one statement. */
const ROWS_AT_ONCE = 100

export const entries: Handlers<'entries.put' | 'entries.heads' | 'entries.remove'> = {
  'entries.put': async (db, received) => {
    // SQLite refuses the same id twice in one statement; the later one is newer.
    const unique = [...new Map(received.map((entry) => [entry.id, entry])).values()]
    const changed: string[] = []
    for (let from = 0; from < unique.length; from += ROWS_AT_ONCE) {
      changed.push(...(await putSome(db, unique.slice(from, from + ROWS_AT_ONCE))))
    }
    return changed
  },
  'entries.heads': headsOf,
  'entries.remove': removed,
}

/** Those of the entries that are stored, in the order of the ids, as the server has confirmed them. */
export async function headsOf(db: Db, ids: readonly string[]): Promise<EntryHead[]> {
  const rows = await db
    .selectFrom('entries')
    .leftJoin('entryStatus', 'entryStatus.entryId', 'entries.id')
    .leftJoin('collections', 'collections.entryId', 'entries.id')
    .selectAll('entries')
    .select(['entryStatus.read', 'collections.createdAt as starredAt'])
    .select(
      sql<string | null>`(select json_group_array("name") from (select "name" from "entryLabels"
        where "entryId" = "entries"."id" and "confirmed" = 1 order by "key"))`.as('labels'),
    )
    .where('entries.id', 'in', sql<string>`${listed(ids)}`)
    .execute()
  const heads = new Map(rows.map((row) => [row.id, headOf(row)]))
  return ids.flatMap((id) => heads.get(id) ?? [])
}

/** Deletes entries with their contents, marks, stars, labels, highlights and rows of the search index. */
export async function removed(db: Db, ids: readonly string[]): Promise<void> {
  const these = listed(ids)
  await sql`delete from "entrySearch" where "docid" in
    (select "searchId" from "entries" where "id" in ${these} and "searchId" is not null)`.execute(db)
  for (const table of [
    'entryContents',
    'entryStatus',
    'collections',
    'entryLabels',
    'highlights',
    'summaries',
    'translations',
    'storyEntries',
    'storyEntriesPending',
  ]) {
    await sql`delete from ${sql.table(table)} where "entryId" in ${these}`.execute(db)
  }
  await sql`delete from "entries" where "id" in ${these}`.execute(db)
}

/** Unchanged rows are not written: most of a response is stored already. @returns the ids of the others */
async function putSome(db: Db, received: readonly ReceivedEntry[]): Promise<readonly string[]> {
  const inboxes = new Set((await db.selectFrom('inboxes').select('id').execute()).map((inbox) => inbox.id))
  const described = await putRows(
    db,
    received.map((entry) => {
      const { other: _, ...row } = toRow(columns, null, entry)
      return {
        ...row,
        inboxHandle: inboxes.has(entry.feedId) ? entry.feedId : null,
      } as unknown as Schema['entries']
    }),
  )
  await putStories(db, received, described)
  const notified = await putContent(
    db,
    received.flatMap(({ id, content }) => (content === undefined ? [] : [{ id, content }])),
  )
  const marked = await putStatus(db, received)
  await putReadingTimes(
    db,
    received.flatMap(({ id, readingSeconds: seconds }) =>
      seconds === undefined ? [] : [{ entryId: id, seconds }],
    ),
  )
  const starred = await putStars(db, received)
  const labelled = await putLabels(db, received)
  const changed = [...new Set([...described, ...notified, ...marked, ...starred, ...labelled])]
  const pending = await db.selectFrom('pendingEffects').select('id').limit(1).execute()
  if (pending.length > 0 && changed.length > 0) await replay(db, changed)
  return changed
}

/** An entry whose words changed leaves the search index and is queued to be indexed again. */
async function putRows(db: Db, rows: Schema['entries'][]): Promise<readonly string[]> {
  const text = rows.map(({ id, title, description, author, publishedAt }) => ({
    id,
    title,
    description,
    author,
    publishedAt,
  }))
  await sql`
    delete from "entrySearch" where "docid" in (
      select "e"."searchId" from json_each(${JSON.stringify(text)}) as "j"
      join "entries" as "e" on "e"."id" = "j"."value" ->> 'id'
      where "e"."searchId" is not null and not (
        "e"."title" is "j"."value" ->> 'title' and "e"."description" is "j"."value" ->> 'description' and
        "e"."author" is "j"."value" ->> 'author' and "e"."publishedAt" = "j"."value" ->> 'publishedAt'))`.execute(
    db,
  )
  const written = await db
    .insertInto('entries')
    .values(rows)
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet((of) => ({
          ...Object.fromEntries(names.map((name) => [name, of.ref(`excluded.${name}`)])),
          searchId: sql`case when "entries"."title" is "excluded"."title"
          and "entries"."description" is "excluded"."description" and "entries"."author" is "excluded"."author"
          and "entries"."publishedAt" = "excluded"."publishedAt" then "entries"."searchId" end`,
        }))
        .where(differs('entries', names)),
    )
    .returning('id')
    .execute()
  return written.map(({ id }) => id)
}

/**
 * The server's mark only sets the confirmed one. Where it equals the shown mark, the id of the mark-all that set that one
 * stays: the server has the mark from that mark-all, and undoing it must still find the entry.
 */
async function putStatus(db: Db, received: readonly ReceivedEntry[]): Promise<readonly string[]> {
  const rows = received.map(({ id, feedId, publishedAt, insertedAt, read }) => [
    id,
    feedId,
    publishedAt,
    insertedAt,
    Number(read),
  ])
  const { rows: written } = await sql<{ entryId: string }>`
    insert into "entryStatus" ("entryId", "feedId", "publishedAt", "insertedAt", "read", "unread")
    select "value" ->> 0, "value" ->> 1, "value" ->> 2, "value" ->> 3, "value" ->> 4, 1 - ("value" ->> 4)
    from json_each(${JSON.stringify(rows)}) where true
    on conflict ("entryId") do update set
      "feedId" = "excluded"."feedId", "publishedAt" = "excluded"."publishedAt", "insertedAt" = "excluded"."insertedAt",
      "batch" = case when "excluded"."read" = 1 and "pendingRead" = 1 then "pendingBatch" else "batch" end,
      "read" = "excluded"."read", "unread" = 1 - coalesce("pendingRead", "excluded"."read")
    where ${differs('entryStatus', ['feedId', 'publishedAt', 'insertedAt', 'read'])}
      or ("excluded"."read" = 1 and "pendingRead" = 1 and "batch" is not "pendingBatch")
    returning "entryId"`.execute(db)
  return written.map(({ entryId }) => entryId)
}

function headOf(row: Readonly<Record<string, unknown>>): EntryHead {
  const head = fromRow(columns, row)
  const labels = parsed<string[]>(row['labels'] as string)
  return {
    ...head,
    categories: head['categories'] ?? [],
    media: head['media'] ?? [],
    attachments: head['attachments'] ?? [],
    sources: head['sources'] ?? [],
    read: row['read'] === 1,
    starredAt: row['starredAt'] ?? null,
    ...(labels.length > 0 && { labels }),
  } as unknown as EntryHead
}
