/** A charge requested by a user: with the second factor where the contract requires it. */
import type { Payer, WireRequest } from '../../../../src/plugin-api/server.ts'
import { charge, receiptByKey, type Receipt, type Transfer, type TransferInput } from './charge.ts'
import { WITHOUT_CODE } from './rules.ts'

/**
 * As `charge`, for payments above five POWER with the payer's code, if they have a second factor.
 * @param how.always requires a code for any amount, and a second factor of every user
 * @throws refusals twoFactorCodeRequired, invalidTwoFactorCode, and as `charge`
 */
export async function pay(
  ledger: TransferInput,
  { demandCode }: Pick<Payer, 'demandCode'>,
  transfer: Transfer,
  how: { readonly code: string | undefined; readonly always?: boolean },
  also?: Parameters<typeof charge>[2],
): Promise<Receipt> {
  // A code is single-use: a retry of a completed payment must not require a new one.
  const receipt = await receiptByKey(ledger.storage, transfer)
  if (receipt) return receipt
  if (how.always) await demandCode(how.code, { always: true })
  else if (transfer.amount > WITHOUT_CODE) await demandCode(how.code)
  return charge(ledger, transfer, also)
}

/** The key of a repeatable action: a retry with the same Idempotency-Key has the same key. */
export const keyOf = (
  { user, idempotencyKey, newId }: Pick<WireRequest, 'user' | 'idempotencyKey' | 'newId'>,
  action: string,
): string => `${action}:${user.id}:${idempotencyKey ?? newId()}`
