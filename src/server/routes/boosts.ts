import { boostLevelOf, durations, MONTH_MS } from '../boosts/levels.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { wholePower } from '../power/amount.ts'
import { keyOf, pay } from '../power/pay.ts'
import { hashOfKey } from '../storage/power-transactions.ts'
import { addBoost, boostByHash, boostersOf, lastBoost } from '../storage/boosts.ts'
import { inboxByHandle } from '../storage/inboxes.ts'
import { visibleFeedById } from '../storage/feeds-read.ts'
import type { BoostRow } from '../storage/schema.ts'
import { refuseTrial } from './trial.ts'
import { boosterProfiles } from './wire-boosts.ts'
import { iso } from './wire-feed.ts'

/** Paying for a feed that one likes. */
export const boostsRoutes = {
  'boosts.get': async (asked, { feedId }) => {
    await refuseUnknown(asked, feedId)
    const people = await peopleBehind(asked, feedId)
    const { level, monthlyCost, missing } = boostLevelOf(people.length)
    const last = await lastBoost(asked.storage, asked.user.id, feedId, asked.now())
    return {
      code: 0,
      data: {
        level,
        monthlyBoostCost: monthlyCost,
        boostCount: people.length,
        remainingBoostsToLevelUp: missing,
        lastValidBoost: last ? { hash: last.hash, expiresAt: iso(last.expiresAt) } : null,
      },
    }
  },
  'boosts.boosters': async (asked, { feedId }) => {
    // Clients ask for the boosters of an inbox too, by its handle; nobody can boost one.
    if ((await inboxByHandle(asked.storage, feedId))?.userId === asked.user.id) return { code: 0, data: [] }
    await refuseUnknown(asked, feedId)
    const boosters = await boosterProfiles(asked.storage, [feedId], asked.now())
    return { code: 0, data: boosters.get(feedId) ?? [] }
  },
  'boosts.create': async (asked, { feedId, amount, TOTPCode }) => {
    refuseTrial(asked.user)
    await refuseUnknown(asked, feedId)
    const boost = await boosted(asked, { feedId, amount: BigInt(amount) }, TOTPCode)
    return { code: 0, data: { expiresAt: iso(boost.expiresAt), transactionHash: boost.hash } }
  },
} satisfies Routes

/** One person's boosts for a feed follow one another. A request that comes again finds its boost. */
async function boosted(
  asked: RequestContext,
  { feedId, amount }: { readonly feedId: string; readonly amount: bigint },
  code: string | undefined,
): Promise<BoostRow> {
  const { storage, user } = asked
  const key = keyOf(asked, `boost:${feedId}`)
  const before = await hashOfKey(storage, key)
  // The price may have risen since, by this very boost.
  const months = before === undefined ? await monthsFor(asked, feedId, amount) : 0
  const transfer = {
    from: { user: user.id },
    to: 'burn',
    amount,
    kind: 'burn',
    key,
    about: { feedId },
  } as const
  const { hash } = await pay(asked, transfer, { code }, async (db, receipt) => {
    const { createdAt } = receipt
    const last = await lastBoost({ db, kind: storage.kind }, user.id, feedId, createdAt)
    const expiresAt = Math.max(createdAt, last?.expiresAt ?? 0) + months * MONTH_MS
    await addBoost(db, { hash: receipt.hash, feedId, userId: user.id, months, createdAt, expiresAt })
  })
  const boost = await boostByHash(storage, hash)
  if (!boost) throw new Error('A boost that was paid for is not there.')
  return boost
}

async function monthsFor(asked: RequestContext, feedId: string, amount: bigint): Promise<number> {
  const { monthlyCost } = boostLevelOf((await peopleBehind(asked, feedId)).length)
  const months = durations.find((one) => wholePower(one * monthlyCost) === amount)
  if (months === undefined)
    throw new Refusal(
      'invalidBoostAmount',
      `A month costs ${monthlyCost} POWER now: pay for ${durations.join(', ')}.`,
    )
  return months
}

async function peopleBehind({ storage, now }: RequestContext, feedId: string): Promise<string[]> {
  return (await boostersOf(storage, [feedId], now())).get(feedId) ?? []
}

async function refuseUnknown({ storage, user }: RequestContext, feedId: string): Promise<void> {
  if (!(await visibleFeedById(storage, user.id, feedId))) throw new Refusal('feedNotFound')
}
