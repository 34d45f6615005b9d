/** POWER that leaves this ledger for an address elsewhere: recorded here, sent by the operator. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { balancesOf } from './balances.ts'
import type { Receipt } from './charge.ts'
import { pay } from './pay.ts'

type WithdrawInput = { readonly amount: bigint; readonly address: string; readonly key: string }

/**
 * Only received POWER can be withdrawn, not claimed POWER; a code is always required.
 * @throws Refusal insufficientBalance, or insufficientWithdrawable when the rest was claimed
 */
export async function withdraw(
  request: RequestContext,
  { amount, address, key }: WithdrawInput,
  code: string | undefined,
): Promise<Receipt> {
  const transfer = {
    from: { withdrawable: request.user.id },
    to: 'withdrawn',
    amount,
    kind: 'withdraw',
    key,
    about: { comment: address },
  } as const
  try {
    return await pay(request, transfer, { code, always: true })
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'insufficientBalance') throw error
    const total = (await balancesOf(request.storage, [request.user.id])).get(request.user.id)?.total ?? 0n
    throw total < amount
      ? error
      : new Refusal('insufficientWithdrawable', 'POWER from claims cannot be withdrawn.')
  }
}
