/** Deletes an account: the user's own data goes, shared data stays. */
import { sql, type Kysely } from 'kysely'
import { tablesOf } from '../backup/tables.ts'
import type { Storage } from '../storage/open.ts'
import { removeAbandonedFeedsWithin } from '../storage/feeds/private-feeds.ts'
import { endSignIns } from '../plugins/sign-in/end-sign-ins.ts'
import type { Schema } from '../storage/schema.ts'

/** Columns with a user id that no foreign key clears, and the reason. A test compares the list, and those of plugins, with the tables. */
export const retainedReferences: Readonly<Record<string, string>> = {
  'feeds.ownerUserId': "emptied below: the feed is everybody's",
  'invitations.toUserId': 'emptied below: that the code is used has to stay',
  'readCounts.userId': 'a trigger of the database empties it',
}

/**
 * One transaction, so that no account is half deleted. The user's own rows are deleted by their foreign keys.
 * Feeds and their entries are shared and only lose their owner; a private feed is deleted with its last follower.
 */
export async function deleteUserData({ db, kind }: Storage, userId: string): Promise<void> {
  await db.transaction().execute(async (on) => {
    // Marks lock the user before feeds: another order could deadlock.
    if (kind === 'postgres')
      await on.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
    await passOnLists(on, userId)
    await on.updateTable('feeds').set({ ownerUserId: null }).where('ownerUserId', '=', userId).execute()
    await sql`update invitations set "toUserId" = null where "toUserId" = ${userId}`.execute(on)
    await removeLooseEnds(on, userId)
    await endSignIns(on, userId)
    await emptyTablesOfPlugins({ db: on, kind }, userId)
    await on.deleteFrom('user').where('id', '=', userId).execute()
    await removeAbandonedFeedsWithin({ db: on, kind })
  })
}

/** A list with other followers passes to the one who has followed it longest. */
async function passOnLists(db: Kysely<Schema>, userId: string): Promise<void> {
  const next = sql<string>`(select s."userId" from "listSubscriptions" s where s."listId" = lists.id
    and s."userId" <> ${userId} order by s."createdAt", s."userId" limit 1)`
  await sql`update lists set "ownerUserId" = ${next}
    where "ownerUserId" = ${userId} and ${next} is not null`.execute(db)
}

/** Plugins make tables of their own, and not all of them refer to the user. */
async function emptyTablesOfPlugins(storage: Pick<Storage, 'db' | 'kind'>, userId: string): Promise<void> {
  for (const { name, columns, after } of await tablesOf(storage))
    if (columns.has('userId') && !after.includes('user'))
      await sql`delete from ${sql.table(name)} where "userId" = ${userId}`.execute(storage.db)
}

/** Verification rows (links in e-mails), which name the user. */
async function removeLooseEnds(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}
