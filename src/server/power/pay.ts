/** A charge requested by a user: with the second factor where the contract requires it. */
import type { RequestContext } from '../http/routes.ts'
import { charge, receiptByKey, type Receipt, type Transfer } from './charge.ts'
import { WITHOUT_CODE } from './rules.ts'

type Payer = Pick<RequestContext, 'storage' | 'now' | 'demandCode'>

/**
 * As `charge`, for payments above five POWER with the payer's code, if they have a second factor.
 * @param how.always requires a code for any amount, and a second factor of every user
 * @throws Refusal twoFactorCodeRequired, invalidTwoFactorCode, and as `charge`
 */
export async function pay(
  request: Payer,
  transfer: Transfer,
  how: { readonly code: string | undefined; readonly always?: boolean },
  also?: Parameters<typeof charge>[2],
): Promise<Receipt> {
  // A code is single-use: a retry of a completed payment must not require a new one.
  const receipt = await receiptByKey(request.storage, transfer)
  if (receipt) return receipt
  if (how.always) await request.demandCode(how.code, { always: true })
  else if (transfer.amount > WITHOUT_CODE) await request.demandCode(how.code)
  return charge(request, transfer, also)
}

/** The key of a repeatable action: a retry with the same Idempotency-Key has the same key. */
export const keyOf = (
  { user, idempotencyKey, newId }: Pick<RequestContext, 'user' | 'idempotencyKey' | 'newId'>,
  action: string,
): string => `${action}:${user.id}:${idempotencyKey ?? newId()}`
