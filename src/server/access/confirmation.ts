/** Confirmations of calls that delete (contract/token-scopes.ts): each is bound to a token, a call and its input. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallName } from '../../contract/paths.ts'
import { CONFIRMATION_HEADER, confirmedCalls } from '../../contract/token-scopes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'

/** How long a confirmation is accepted: a user has to read what is deleted. */
const VALID_MS = 600_000

type Requested = {
  readonly user: Caller | null
  readonly name: CallName
  /** As the call is run with it. */
  readonly input: unknown
  readonly headers: Headers
}

/**
 * @param options.secret signs confirmations
 * @throws Refusal confirmationRequired, with a confirmation, where the request of a token carries none for this input
 */
export function requireConfirmation(
  { user, name, input, headers }: Requested,
  { secret, now }: { readonly secret: string; readonly now: number },
): void {
  if (!user?.access || !confirmedCalls.has(name)) return
  const target = JSON.stringify([user.access.token.id, name, input])
  const sent = headers.get(CONFIRMATION_HEADER) ?? ''
  const expires = Number(sent.split('.')[0])
  if (expires >= now && isEqual(sent, confirmationOf(secret, target, expires))) return
  throw new Refusal('confirmationRequired', `${name} deletes: ${JSON.stringify(input)}`, {
    confirmation: confirmationOf(secret, target, now + VALID_MS),
  })
}

const confirmationOf = (secret: string, target: string, expires: number): string =>
  `${expires}.${createHmac('sha256', secret).update(`confirmation ${expires} ${target}`).digest('base64url')}`

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
