/** The daily claim: once a day (UTC), the base amount and the reward of the user's ranking. */
import type { WireRequest } from '../../../../src/plugin-api/server.ts'
import { wholePower } from '../ledger/amount.ts'
import { charge, type TransferInput } from '../ledger/charge.ts'
import { refused } from '../ledger/refused.ts'
import { powerRules } from '../ledger/rules.ts'
import { walletOf } from '../ledger/wallets.ts'
import type { On, PowerStandingRow } from '../tables.ts'
import { dayOf, ensureDay } from './days.ts'

type Caller = WireRequest['user']

/** @throws refusals walletError, alreadyClaimed, dailyPowerInProgress */
export async function claimDaily(
  input: TransferInput,
  { id, role }: Pick<Caller, 'id' | 'role'>,
): Promise<void> {
  if (!(await walletOf(input.storage, id))) throw refused('walletError', 'There is no wallet yet.')
  const day = dayOf(input.now())
  if (await hasClaimed(input.storage, id, day)) throw refused('alreadyClaimed')
  if (!(await ensureDay(input))) throw refused('dailyPowerInProgress')
  const ranking = (await rankingOn(input.storage, day, [id])).get(id)
  const { repeated } = await charge(input, {
    from: 'mint',
    to: { claimed: id },
    amount: todayFor(role, ranking),
    kind: 'mint',
    key: keyOf(id, day),
  })
  if (repeated) throw refused('alreadyClaimed')
}

const keyOf = (userId: string, day: string): string => `daily:${userId}:${day}`

/** What today's claim is worth, before tax. @param standing undefined for a user without a wallet at the start of the day */
export const todayFor = (role: Caller['role'], ranking: PowerStandingRow | undefined): bigint =>
  wholePower(powerRules.DAILY_CLAIM_AMOUNT[role === 'trial' ? 'trial' : 'normal']) +
  BigInt(ranking?.reward ?? 0)

/** @param day as `dayOf` gives it */
export async function hasClaimed({ db }: On, userId: string, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('powerTransactions')
    .select('position')
    .where('key', '=', keyOf(userId, day))
    .executeTakeFirst()
  return row !== undefined
}

/** The ranking rows of some users on a day, by user id. */
export async function rankingOn(
  { db }: On,
  day: string,
  userIds: readonly string[],
): Promise<Map<string, PowerStandingRow>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('powerStandings')
    .selectAll()
    .where('day', '=', day)
    .where('userId', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}
