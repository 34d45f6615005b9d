/** Airdrops: grants to selected users, claimed once by each verified user. */
import { MINT } from './ledger/account-pair.ts'
import { sumsOf } from './ledger/balances.ts'
import { charge, type Receipt, type TransferInput } from './ledger/charge.ts'
import { refused } from './ledger/refused.ts'
import { SUPPLY_MAX } from './ledger/rules.ts'
import { batches, type On, type PowerAirdropRow } from './tables.ts'

/** A transfer that has not finished by then was interrupted and may be requested again. */
const PATIENCE_MS = 60_000

export const airdropOf = ({ db }: On, userId: string): Promise<PowerAirdropRow | undefined> =>
  db.selectFrom('powerAirdrops').selectAll().where('userId', '=', userId).executeTakeFirst()

/** @param verify the verification the campaign requires; null removes it */
export async function verifyAirdrop({ db }: On, userId: string, verify: string | null): Promise<void> {
  const changed = await db
    .updateTable('powerAirdrops')
    .set({ verify })
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw refused('airdropNotEligible')
}

/** @throws refusals airdropNotEligible, airdropNotVerified, airdropSending, airdropSent, walletError */
export async function claimAirdrop(input: TransferInput, userId: string): Promise<Receipt> {
  const { storage, now } = input
  const row = await airdropOf(storage, userId)
  if (!row) throw refused('airdropNotEligible')
  if (row.hash !== null) throw refused('airdropSent')
  if (row.verify === null) throw refused('airdropNotVerified')
  if (!(await begin(storage, userId, now()))) throw refused('airdropSending')
  try {
    const transfer = { amount: BigInt(row.amount), kind: 'airdrop', key: `airdrop:${userId}` } as const
    return await charge(
      input,
      { ...transfer, from: 'mint', to: { claimed: userId } },
      async (db, { hash }) => {
        if (-((await sumsOf({ db, kind: storage.kind }, [MINT])).get(MINT) ?? 0n) > SUPPLY_MAX)
          throw refused('airdropNotEligible', 'There is no POWER left to distribute.')
        await db.updateTable('powerAirdrops').set({ hash }).where('userId', '=', userId).execute()
      },
    )
  } catch (error) {
    await storage.db
      .updateTable('powerAirdrops')
      .set({ sendingAt: null })
      .where('userId', '=', userId)
      .execute()
    throw error
  }
}

async function begin({ db }: On, userId: string, at: number): Promise<boolean> {
  const begun = await db
    .updateTable('powerAirdrops')
    .set({ sendingAt: at })
    .where('userId', '=', userId)
    .where('hash', 'is', null)
    .where((is) => is.or([is('sendingAt', 'is', null), is('sendingAt', '<', at - PATIENCE_MS)]))
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

type Grant = { readonly userIds: readonly string[]; readonly amount: string; readonly detail: string | null }

/** Makes users eligible; existing grants are unchanged. @returns the number of new ones */
export async function grantAirdrop({ db }: On, { userIds, amount, detail }: Grant): Promise<number> {
  let granted = 0
  for (const batch of batches([...new Set(userIds)])) {
    const users = await db.selectFrom('user').select('id').where('id', 'in', batch).execute()
    if (users.length === 0) continue
    const fresh = { amount, detail, rank: null, verify: null, sendingAt: null, hash: null }
    const added = await db
      .insertInto('powerAirdrops')
      .values(users.map(({ id }) => ({ ...fresh, userId: id })))
      .onConflict((on) => on.column('userId').doNothing())
      .executeTakeFirst()
    granted += Number(added.numInsertedOrUpdatedRows ?? 0)
  }
  return granted
}
