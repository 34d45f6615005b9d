import { boostLevelOf, durations, MONTH_MS } from '../boosts/levels.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { wholePower } from '../power/amount.ts'
import { keyOf, pay } from '../power/pay.ts'
import { hashOfKey } from '../storage/power/power-transactions.ts'
import { addBoost, boostByHash, boostersOf, lastBoost } from '../storage/power/boosts.ts'
import { inboxByHandle } from '../storage/lists/inboxes.ts'
import { visibleFeedById } from '../storage/feeds/feeds-read.ts'
import type { BoostRow } from '../storage/schema.ts'
import { refuseTrial } from './refuse.ts'
import type { ProfileUser } from '../../contract/shapes.ts'
import type { Storage } from '../storage/open.ts'
import { profilesByIds } from '../storage/accounts/users.ts'
import { iso } from './wire-feed.ts'

/** Boosts: paying for a feed. */
export const boostsRoutes = {
  'boosts.get': async (context, { feedId }) => {
    await requireFeed(context, feedId)
    const boosterIds = await boosterIdsOf(context, feedId)
    const { level, monthlyCost, missing } = boostLevelOf(boosterIds.length)
    const last = await lastBoost(context.storage, context.user.id, feedId, context.now())
    return {
      code: 0,
      data: {
        level,
        monthlyBoostCost: monthlyCost,
        boostCount: boosterIds.length,
        remainingBoostsToLevelUp: missing,
        lastValidBoost: last ? { hash: last.hash, expiresAt: iso(last.expiresAt) } : null,
      },
    }
  },
  'boosts.boosters': async (context, { feedId }) => {
    // Clients also request the boosters of an inbox, by its handle; inboxes cannot be boosted.
    if ((await inboxByHandle(context.storage, feedId))?.userId === context.user.id)
      return { code: 0, data: [] }
    await requireFeed(context, feedId)
    const boosters = await boosterProfiles(context.storage, [feedId], context.now())
    return { code: 0, data: boosters.get(feedId) ?? [] }
  },
  'boosts.create': async (context, { feedId, amount, TOTPCode }) => {
    refuseTrial(context.user)
    await requireFeed(context, feedId)
    const boost = await boosted(context, { feedId, amount: BigInt(amount) }, TOTPCode)
    return { code: 0, data: { expiresAt: iso(boost.expiresAt), transactionHash: boost.hash } }
  },
} satisfies Routes

/** A user's boosts for a feed follow one another in time. A repeated request finds its boost. */
async function boosted(
  context: RequestContext,
  { feedId, amount }: { readonly feedId: string; readonly amount: bigint },
  code: string | undefined,
): Promise<BoostRow> {
  const { storage, user } = context
  const key = keyOf(context, `boost:${feedId}`)
  const before = await hashOfKey(storage, key)
  // The price may have risen since, by this boost.
  const months = before === undefined ? await monthsFor(context, feedId, amount) : 0
  const transfer = {
    from: { user: user.id },
    to: 'burn',
    amount,
    kind: 'burn',
    key,
    about: { feedId },
  } as const
  const { hash } = await pay(context, transfer, { code }, async (db, receipt) => {
    const { createdAt } = receipt
    const last = await lastBoost({ db, kind: storage.kind }, user.id, feedId, createdAt)
    const expiresAt = Math.max(createdAt, last?.expiresAt ?? 0) + months * MONTH_MS
    await addBoost(db, { hash: receipt.hash, feedId, userId: user.id, months, createdAt, expiresAt })
  })
  const boost = await boostByHash(storage, hash)
  if (!boost) throw new Error('A boost that was paid for is not there.')
  return boost
}

async function monthsFor(context: RequestContext, feedId: string, amount: bigint): Promise<number> {
  const { monthlyCost } = boostLevelOf((await boosterIdsOf(context, feedId)).length)
  const months = durations.find((one) => wholePower(one * monthlyCost) === amount)
  if (months === undefined)
    throw new Refusal(
      'invalidBoostAmount',
      `A month costs ${monthlyCost} POWER now: pay for ${durations.join(', ')}.`,
    )
  return months
}

async function boosterIdsOf({ storage, now }: RequestContext, feedId: string): Promise<string[]> {
  return (await boostersOf(storage, [feedId], now())).get(feedId) ?? []
}

async function requireFeed({ storage, user }: RequestContext, feedId: string): Promise<void> {
  if (!(await visibleFeedById(storage, user.id, feedId))) throw new Refusal('feedNotFound')
}

/** The users who boost some feeds now, by feed. @param now ms since 1970 */
export async function boosterProfiles(
  storage: Storage,
  feedIds: readonly string[],
  now: number,
): Promise<Map<string, ProfileUser[]>> {
  const boosters = await boostersOf(storage, feedIds, now)
  const ids = [...new Set([...boosters.values()].flat())]
  const users = new Map((await profilesByIds(storage, ids)).map((user) => [user.id, user]))
  return new Map([...boosters].map(([feedId, some]) => [feedId, some.flatMap((id) => users.get(id) ?? [])]))
}
