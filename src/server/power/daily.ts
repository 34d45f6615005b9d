/** The daily claim: once a day (UTC), the base amount and the reward of the user's ranking. */
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'
import type { PowerStandingRow } from '../storage/schema.ts'
import { wholePower } from './amount.ts'
import type { On } from './balances.ts'
import { charge, type TransferInput } from './charge.ts'
import { dayOf, ensureDay } from './days.ts'
import { powerRules } from './rules.ts'
import { walletOf } from './wallets.ts'

/** @throws Refusal walletError, alreadyClaimed, dailyPowerInProgress */
export async function claimDaily(
  input: TransferInput,
  { id, role }: Pick<Caller, 'id' | 'role'>,
): Promise<void> {
  if (!(await walletOf(input.storage, id))) throw new Refusal('walletError', 'There is no wallet yet.')
  const day = dayOf(input.now())
  if (await hasClaimed(input.storage, id, day)) throw new Refusal('alreadyClaimed')
  if (!(await ensureDay(input))) throw new Refusal('dailyPowerInProgress')
  const ranking = (await rankingOn(input.storage, day, [id])).get(id)
  const { repeated } = await charge(input, {
    from: 'mint',
    to: { claimed: id },
    amount: todayFor(role, ranking),
    kind: 'mint',
    key: keyOf(id, day),
  })
  if (repeated) throw new Refusal('alreadyClaimed')
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
