/** POWER that leaves this ledger for an address elsewhere: recorded here, sent by whoever runs the server. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { balancesOf } from './balances.ts'
import type { Receipt } from './charge.ts'
import { pay } from './pay.ts'

type Wish = { readonly amount: bigint; readonly address: string; readonly key: string }

/**
 * Only what was received may leave, never what was claimed; a code is always asked for.
 * @throws Refusal insufficientBalance, or insufficientWithdrawable when the rest was claimed
 */
export async function withdraw(
  asked: RequestContext,
  { amount, address, key }: Wish,
  code: string | undefined,
): Promise<Receipt> {
  const transfer = {
    from: { withdrawable: asked.user.id },
    to: 'withdrawn',
    amount,
    kind: 'withdraw',
    key,
    about: { comment: address },
  } as const
  try {
    return await pay(asked, transfer, { code, always: true })
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'insufficientBalance') throw error
    const total = (await balancesOf(asked.storage, [asked.user.id])).get(asked.user.id)?.total ?? 0n
    throw total < amount
      ? error
      : new Refusal('insufficientWithdrawable', 'POWER that you claimed stays here.')
  }
}
