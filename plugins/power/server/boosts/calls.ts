import type { WireRequest } from '../../../../src/plugin-api/server.ts'
import { wholePower } from '../ledger/amount.ts'
import type { TransferInput } from '../ledger/charge.ts'
import { keyOf, pay } from '../ledger/pay.ts'
import { refused, refuseTrial } from '../ledger/refused.ts'
import { hashOfKey } from '../ledger/transactions.ts'
import type { Services } from '../services.ts'
import { iso, type Handlers } from '../shown.ts'
import type { BoostRow } from '../tables.ts'
import { boosterProfiles } from '../feed-fields.ts'
import { boostLevelOf, durations, MONTH_MS } from './levels.ts'
import { addBoost, boostByHash, boostersOf, lastBoost } from './rows.ts'

/** Paying for a feed. */
export function boostsCalls(
  services: Services,
): Pick<Handlers, 'boosts.get' | 'boosts.boosters' | 'boosts.create'> {
  const { ledger } = services
  return {
    'boosts.get': async ({ feedId }, request) => {
      await requireFeed(request, feedId)
      const boosterIds = await boosterIdsOf(ledger, feedId)
      const { level, monthlyCost, missing } = boostLevelOf(boosterIds.length)
      const last = await lastBoost(ledger.storage, request.user.id, feedId, ledger.now())
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
    'boosts.boosters': async ({ feedId }, request) => {
      // Clients also request the boosters of an inbox, by its handle; inboxes cannot be boosted.
      if (await request.ownsInbox(feedId)) return { code: 0, data: [] }
      await requireFeed(request, feedId)
      const boosters = await boosterProfiles(services, [feedId])
      return { code: 0, data: [...(boosters.get(feedId) ?? [])] }
    },
    'boosts.create': async ({ feedId, amount, TOTPCode }, request) => {
      refuseTrial(request.user)
      await requireFeed(request, feedId)
      const boost = await boosted(ledger, request, { feedId, amount: BigInt(amount) }, TOTPCode)
      return { code: 0, data: { expiresAt: iso(boost.expiresAt), transactionHash: boost.hash } }
    },
  }
}

/** A user's boosts for a feed follow one another in time. A repeated request finds its boost. */
async function boosted(
  ledger: TransferInput,
  request: WireRequest,
  { feedId, amount }: { readonly feedId: string; readonly amount: bigint },
  code: string | undefined,
): Promise<BoostRow> {
  const { storage } = ledger
  const { user } = request
  const key = keyOf(request, `boost:${feedId}`)
  const before = await hashOfKey(storage, key)
  // The price may have risen since, by this boost.
  const months = before === undefined ? await monthsFor(ledger, feedId, amount) : 0
  const transfer = {
    from: { user: user.id },
    to: 'burn',
    amount,
    kind: 'burn',
    key,
    about: { feedId },
  } as const
  const { hash } = await pay(ledger, request, transfer, { code }, async (db, receipt) => {
    const { createdAt } = receipt
    const last = await lastBoost({ db, kind: storage.kind }, user.id, feedId, createdAt)
    const expiresAt = Math.max(createdAt, last?.expiresAt ?? 0) + months * MONTH_MS
    await addBoost(db, { hash: receipt.hash, feedId, userId: user.id, months, createdAt, expiresAt })
  })
  const boost = await boostByHash(storage, hash)
  if (!boost) throw new Error('A boost that was paid for is not there.')
  return boost
}

async function monthsFor(ledger: TransferInput, feedId: string, amount: bigint): Promise<number> {
  const { monthlyCost } = boostLevelOf((await boosterIdsOf(ledger, feedId)).length)
  const months = durations.find((one) => wholePower(one * monthlyCost) === amount)
  if (months === undefined)
    throw refused(
      'invalidBoostAmount',
      `A month costs ${monthlyCost} POWER now: pay for ${durations.join(', ')}.`,
    )
  return months
}

async function boosterIdsOf({ storage, now }: TransferInput, feedId: string): Promise<string[]> {
  return (await boostersOf(storage, [feedId], now())).get(feedId) ?? []
}

async function requireFeed(request: WireRequest, feedId: string): Promise<void> {
  if (!(await request.feed(feedId))) throw refused('feedNotFound')
}
