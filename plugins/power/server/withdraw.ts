/** POWER that leaves this ledger for an address elsewhere: recorded here, sent by the operator. */
import type { WireRequest } from '../../../src/plugin-api/server.ts'
import { balancesOf } from './ledger/balances.ts'
import type { Receipt } from './ledger/charge.ts'
import { pay } from './ledger/pay.ts'
import { isRefused, refused } from './ledger/refused.ts'
import type { Services } from './services.ts'

type WithdrawInput = { readonly amount: bigint; readonly address: string; readonly key: string }

/**
 * Only received POWER can be withdrawn, not claimed POWER; a code is always required.
 * @throws refusals insufficientBalance, or insufficientWithdrawable when the rest was claimed
 */
export async function withdraw(
  { ledger }: Services,
  request: WireRequest,
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
    return await pay(ledger, request, transfer, { code, always: true })
  } catch (error) {
    if (!isRefused(error, 'insufficientBalance')) throw error
    const total = (await balancesOf(ledger.storage, [request.user.id])).get(request.user.id)?.total ?? 0n
    throw total < amount
      ? error
      : refused('insufficientWithdrawable', 'POWER from claims cannot be withdrawn.')
  }
}
