/** Inbox rows, each with the hidden feed that contains its entries. */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { ParsedEntry } from '../../feeds/parsed-feed.ts'
import { fieldsOf } from '../../feeds/store/entry-row.ts'
import { idList } from '../engine/id-list.ts'
import { addFeeds } from '../feeds/feed-schedule.ts'
import type { Storage } from '../open.ts'
import type { InboxRow, Schema } from '../schema.ts'
import { isDisabledUser } from '../accounts/users.ts'

/** Handles are looked up as mail addresses are, case-insensitively. */
export const nameOf = (handle: string): string => handle.trim().toLowerCase()

/** The feed of an inbox is never fetched. */
const NEVER = Number.MAX_SAFE_INTEGER

/** Creates an inbox. @param also runs in the same transaction @returns false when the handle is in use by any user */
export function addInbox(
  { db }: Storage,
  entry: Omit<InboxRow, 'name'> & { readonly handle: string },
  also?: (db: Transaction<Schema>) => Promise<void>,
): Promise<boolean> {
  const { feedId, createdAt, userId, title } = entry
  return db.transaction().execute(async (trx) => {
    const name = nameOf(entry.handle)
    const existing = await trx
      .selectFrom('inboxes')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst()
    if (existing) return false
    // A secret address, so that it cannot be followed.
    const hidden = { id: feedId, url: `inbox:${randomUUID()}`, title, inboxUserId: userId }
    await addFeeds(trx, [{ ...hidden, createdAt, updatedAt: createdAt, nextFetchAt: NEVER, gone: 1 }])
    const written = await trx
      .insertInto('inboxes')
      .values({ ...entry, name })
      .onConflict((on) => on.column('name').doNothing())
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows) {
      await also?.(trx)
      return true
    }
    await trx.deleteFrom('feeds').where('id', '=', feedId).execute()
    return false
  })
}

/** The inbox of a handle, of any owner whose account is not disabled. */
export function inboxByHandle({ db }: Storage, handle: string): Promise<InboxRow | undefined> {
  return db
    .selectFrom('inboxes')
    .selectAll()
    .where('name', '=', nameOf(handle))
    .where(sql<boolean>`not ${isDisabledUser(sql.ref('inboxes.userId'))}`)
    .executeTakeFirst()
}

/** A user's inboxes, oldest first. */
export function inboxesOf({ db }: Storage, userId: string): Promise<InboxRow[]> {
  const rows = db.selectFrom('inboxes').selectAll().where('userId', '=', userId)
  return rows.orderBy('createdAt').orderBy('name').execute()
}

/** The inboxes of some hidden feeds, by feed. */
export async function inboxesByFeed(
  { db, kind }: Storage,
  feedIds: readonly string[],
): Promise<Map<string, InboxRow>> {
  if (feedIds.length === 0) return new Map()
  const rows = db.selectFrom('inboxes').selectAll().where('feedId', 'in', idList(kind, feedIds))
  return new Map((await rows.execute()).map((row) => [row.feedId, row]))
}

/** Renames an inbox. */
export async function renameInbox({ db }: Storage, name: string, title: string | null): Promise<void> {
  await db.updateTable('inboxes').set({ title }).where('name', '=', name).execute()
}

/** Deletes an inbox with all its entries, marks and stars. */
export async function removeInbox({ db }: Storage, { feedId }: InboxRow): Promise<void> {
  await db.deleteFrom('feeds').where('id', '=', feedId).execute()
}

/** An incoming entry of an inbox. `read`: it arrives read. */
export type ReceivedMail = { readonly draft: ParsedEntry; readonly read: boolean }

type Storing = {
  readonly now: number
  readonly newId: () => string
  /** Runs in the same transaction, once the entry exists. */
  readonly also?: (db: Transaction<Schema>) => Promise<void>
}

/** Adds an entry to an inbox; one with an existing guid is updated in place. @returns whether it is a new one */
export function storeMail(
  { db }: Storage,
  { feedId, userId }: InboxRow,
  { draft, read }: ReceivedMail,
  { now, newId, also }: Storing,
): Promise<boolean> {
  const fields = fieldsOf(draft)
  const { guid, content } = draft
  return db.transaction().execute(async (trx) => {
    const times = { publishedAt: draft.publishedAt ?? now, insertedAt: now, updatedAt: now }
    const fresh = { id: newId(), feedId, guid, ...fields, ...times }
    const { id } = await trx
      .insertInto('entries')
      .values(fresh)
      .onConflict((on) => on.columns(['feedId', 'guid']).doUpdateSet({ ...fields, updatedAt: now }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('entryContents').where('entryId', '=', id).execute()
    if (content !== null) await trx.insertInto('entryContents').values({ entryId: id, content }).execute()
    if (read) {
      const mark = { userId, entryId: id, readAt: now, batch: null, feedId }
      await trx
        .insertInto('reads')
        .values(mark)
        .onConflict((on) => on.columns(['userId', 'entryId']).doNothing())
        .execute()
    }
    await also?.(trx)
    return id === fresh.id
  })
}

/** Removes an entry from its inbox. */
export async function removeMail({ db }: Storage, entryId: string): Promise<void> {
  await db.deleteFrom('entries').where('id', '=', entryId).execute()
}

/** How many entries an inbox has; only the unread or read ones when `read` is set. */
export async function countMails(
  { db }: Storage,
  { feedId, userId }: Pick<InboxRow, 'feedId' | 'userId'>,
  { read, before, starred = false }: { read?: boolean; before?: number; starred?: boolean } = {},
): Promise<number> {
  let rows = db
    .selectFrom('entries as e')
    .leftJoin('reads as r', (on) => on.onRef('r.entryId', '=', 'e.id').on('r.userId', '=', userId))
    .leftJoin('collections as c', (on) => on.onRef('c.entryId', '=', 'e.id').on('c.userId', '=', userId))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('e.feedId', '=', feedId)
  if (read !== undefined) rows = rows.where('r.readAt', read ? 'is not' : 'is', null)
  if (before !== undefined) rows = rows.where('e.publishedAt', '<', before)
  if (starred) rows = rows.where('c.createdAt', 'is not', null)
  return Number((await rows.executeTakeFirstOrThrow()).count)
}
