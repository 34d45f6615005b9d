/** An account is deleted: every trace of the person goes, and what others share stays. */
import { sql, type Kysely } from 'kysely'
import type { Storage } from '../storage/open.ts'
import { removeAbandonedFeedsWithin } from '../storage/private-feeds.ts'
import type { Schema } from '../storage/schema.ts'

/** Columns with a person's id that no foreign key empties, and why that is well. A test holds the list against the tables. */
export const retainedReferences: Readonly<Record<string, string>> = {
  'feeds.ownerUserId': "emptied below: the feed is everybody's",
  'invitations.toUserId': 'emptied below: that the code is used has to stay',
  'powerTransactions.fromUserId':
    'stays, a number that names nobody: the chain of the ledger proves every row',
  'powerTransactions.toUserId': 'stays, as the one above',
  'readCounts.userId': 'a trigger of the database empties it',
}

/**
 * In one transaction, so that nobody is half gone. Rows that are the person's go with the user row, by their foreign
 * keys. Feeds and their entries are everybody's and lose only their owner; but a private feed goes with its last follower.
 */
export async function deleteUserData({ db, kind }: Storage, userId: string): Promise<void> {
  await db.transaction().execute(async (on) => {
    // Marks hold the person before they hold feeds: in another order two of them could wait for each other.
    if (kind === 'postgres')
      await on.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
    await passOnLists(on, userId)
    await on.updateTable('feeds').set({ ownerUserId: null }).where('ownerUserId', '=', userId).execute()
    await sql`update invitations set "toUserId" = null where "toUserId" = ${userId}`.execute(on)
    await removeLooseEnds(on, userId)
    await on.deleteFrom('user').where('id', '=', userId).execute()
    await removeAbandonedFeedsWithin({ db: on, kind })
  })
}

/** A list that others follow goes on with the one of them who has followed it longest. */
async function passOnLists(db: Kysely<Schema>, userId: string): Promise<void> {
  const next = sql<string>`(select s."userId" from "listSubscriptions" s where s."listId" = lists.id
    and s."userId" <> ${userId} order by s."createdAt", s."userId" limit 1)`
  await sql`update lists set "ownerUserId" = ${next}
    where "ownerUserId" = ${userId} and ${next} is not null`.execute(db)
}

/** Links in letters, which name the user. */
async function removeLooseEnds(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}
