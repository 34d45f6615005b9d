/** A charge that a person asks for: with the second factor where the contract wants it. */
import type { RequestContext } from '../http/routes.ts'
import { charge, receiptByKey, type Receipt, type Transfer } from './charge.ts'
import { WITHOUT_CODE } from './rules.ts'

type Payer = Pick<RequestContext, 'storage' | 'now' | 'demandCode'>

/**
 * As `charge`, for payments above five POWER with the payer's code, if they have a second factor.
 * @param how.always wants a code for any amount, and a second factor of everybody
 * @throws Refusal twoFactorCodeRequired, invalidTwoFactorCode, and as `charge`
 */
export async function pay(
  asked: Payer,
  transfer: Transfer,
  how: { readonly code: string | undefined; readonly always?: boolean },
  also?: Parameters<typeof charge>[2],
): Promise<Receipt> {
  // A code serves once: whoever asks again for what is paid must not be asked for a new one.
  const paid = await receiptByKey(asked.storage, transfer)
  if (paid) return paid
  if (how.always) await asked.demandCode(how.code, { always: true })
  else if (transfer.amount > WITHOUT_CODE) await asked.demandCode(how.code)
  return charge(asked, transfer, also)
}

/** Names a deed that may be done often: the same request again, known by its Idempotency-Key, is the same deed. */
export const keyOf = (
  { user, idempotencyKey, newId }: Pick<RequestContext, 'user' | 'idempotencyKey' | 'newId'>,
  deed: string,
): string => `${deed}:${user.id}:${idempotencyKey ?? newId()}`
