/** Makes a user the owner of a feed. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { sumsOf } from '../power/balances.ts'
import { withLedger, type Ledger } from '../power/charge.ts'
import { feedAccount } from '../power/account-pair.ts'
import { ensureWallet } from '../power/wallets.ts'
import type { FeedRow } from '../storage/schema.ts'
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
  // The ledger lock prevents concurrent tips.
  await withLedger(request, (ledger) => transferOwnership(ledger, claim, request))
}

const ownedByOther = () => new Refusal('ownershipChallengeFailed', 'Another user has claimed this feed.')

async function transferOwnership(
  ledger: Ledger,
  { feedId, userId }: Claim,
  { now, newId }: RequestContext,
): Promise<void> {
  const claimed = await ledger.db
    .updateTable('feeds')
    .set({ ownerUserId: userId })
    .where('id', '=', feedId)
    .where((is) => is.or([is('ownerUserId', 'is', null), is('ownerUserId', '=', userId)]))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) throw ownedByOther()
  await ensureWallet(ledger, userId, now())
  for (const mergedId of await feedsIn(ledger, feedId)) {
    const amount = (await sumsOf(ledger, [feedAccount(mergedId)])).get(feedAccount(mergedId)) ?? 0n
    if (amount === 0n) continue
    const key = `claim:${mergedId}:${userId}:${newId()}`
    const about = { feedId: mergedId, comment: 'Tips held for the feed' }
    await ledger.charge({
      from: { feed: mergedId },
      to: { user: userId },
      amount,
      kind: 'withdraw',
      key,
      about,
    })
  }
}

/** The feed and those merged into it. */
async function feedsIn({ db }: Ledger, feedId: string): Promise<string[]> {
  const merged = await db.selectFrom('feeds').select('id').where('migrateTo', '=', feedId).execute()
  return [feedId, ...merged.map(({ id }) => id)]
}
