/** Makes a user the owner of a feed. */
import type { Kysely } from 'kysely'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import type { FeedRow, Schema } from '../storage/schema.ts'
import { proves, type Claim } from './challenge.ts'

/** @throws Refusal ownershipChallengeFailed, with the reason; feedFetchError, feedParseError when the feed cannot be read */
export async function claimFeed(request: RequestContext, feed: FeedRow): Promise<void> {
  const { user, feeds } = request
  if (feed.ownerUserId === user.id) return
  if (feed.ownerUserId !== null) throw ownedByOther()
  const claim = { feedId: feed.id, userId: user.id }
  if (!proves(await feeds.proofs(feed.url), claim))
    throw new Refusal(
      'ownershipChallengeFailed',
      'None of the three proofs stands in the feed. A feed that is cached somewhere may show it later.',
    )
  // Nobody pays while the owner changes.
  await request.payments.payOwner(user.id, (db) => transferOwnership(db, claim))
}

const ownedByOther = () => new Refusal('ownershipChallengeFailed', 'Another user has claimed this feed.')

/** @returns the ids of the feed and of those merged into it */
async function transferOwnership(db: Kysely<Schema>, { feedId, userId }: Claim): Promise<string[]> {
  const claimed = await db
    .updateTable('feeds')
    .set({ ownerUserId: userId })
    .where('id', '=', feedId)
    .where((is) => is.or([is('ownerUserId', 'is', null), is('ownerUserId', '=', userId)]))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) throw ownedByOther()
  const merged = await db.selectFrom('feeds').select('id').where('migrateTo', '=', feedId).execute()
  return [feedId, ...merged.map(({ id }) => id)]
}
