/** What the server's users pay for is paid in POWER. */
import { randomUUID } from 'node:crypto'
import type { Payments } from '../../../src/plugin-api/server.ts'
import { feedAccount } from './ledger/account-pair.ts'
import { wholePower } from './ledger/amount.ts'
import { sumsOf } from './ledger/balances.ts'
import { withLedger, type Ledger, type TransferInput } from './ledger/charge.ts'
import { pay } from './ledger/pay.ts'
import { ensureWallet } from './ledger/wallets.ts'
import type { Tables } from './tables.ts'

export const paymentsOf = (ledger: TransferInput): Payments<Tables> => ({
  pay({ user, demandCode }, { price, to, about, key, code }, also) {
    const amount = wholePower(price)
    const common = { from: { user: user.id }, amount, key, about }
    const transfer =
      to === null
        ? ({ ...common, to: 'burn', kind: 'burn' } as const)
        : ({ ...common, to: { user: to }, kind: 'purchase' } as const)
    return pay(ledger, { demandCode }, transfer, { code }, (db, receipt) => also(db, receipt))
  },
  // The ledger lock prevents concurrent tips.
  payOwner: (userId, transfer) =>
    withLedger(ledger, async (locked) => {
      const feedIds = await transfer(locked.db)
      await ensureWallet(locked, userId, ledger.now())
      for (const feedId of feedIds) await payAccountOf(locked, feedId, userId)
    }),
})

async function payAccountOf(ledger: Ledger, feedId: string, userId: string): Promise<void> {
  const account = feedAccount(feedId)
  const amount = (await sumsOf(ledger, [account])).get(account) ?? 0n
  if (amount === 0n) return
  await ledger.charge({
    from: { feed: feedId },
    to: { user: userId },
    amount,
    kind: 'withdraw',
    key: `claim:${feedId}:${userId}:${randomUUID()}`,
    about: { feedId, comment: 'Tips held for the feed' },
  })
}
