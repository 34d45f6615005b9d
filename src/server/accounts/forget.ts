/** An account is deleted: every trace of the person goes, and what others share stays. */
import { sql, type Kysely } from 'kysely'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'

/**
 * In one transaction, so that nobody is half gone. Rows that are the person's go with the user row, by their foreign
 * keys. Feeds and their entries are everybody's and lose only their owner; but a feed that this person alone followed,
 * in private, has an address that may be a secret: it goes too.
 */
export async function forgetPerson({ db }: Storage, userId: string): Promise<void> {
  await db.transaction().execute(async (on) => {
    await removeSecretFeeds(on, userId)
    await on.updateTable('feeds').set({ ownerUserId: null }).where('ownerUserId', '=', userId).execute()
    await removeLooseEnds(on, userId)
    await on.deleteFrom('user').where('id', '=', userId).execute()
  })
}

async function removeSecretFeeds(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`delete from feeds where id in
      (select "feedId" from subscriptions where "userId" = ${userId} and "isPrivate" = 1)
    and not exists (select 1 from subscriptions s where s."feedId" = feeds.id and s."userId" <> ${userId})
    and not exists (select 1 from collections c join entries e on e.id = c."entryId"
      where e."feedId" = feeds.id and c."userId" <> ${userId})`.execute(db)
}

/** Links in letters and tokens for other devices, which name the person or a session of theirs. */
async function removeLooseEnds(db: Kysely<Schema>, userId: string): Promise<void> {
  const tokens = db.selectFrom('session').select('token').where('userId', '=', userId)
  await db
    .deleteFrom('verification')
    .where((is) => is.or([is('value', '=', userId), is('value', 'in', tokens)]))
    .execute()
}
