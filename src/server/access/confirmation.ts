/**
 * Confirmations of calls that delete, or that add rules (contract/token-scopes.ts): each is bound to a token, a call and
 * its input, and is used once.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { CallName } from '../../contract/paths.ts'
import { CONFIRMATION_HEADER, needsConfirmation } from '../../contract/confirmation.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Services } from '../http/routes.ts'

/** How long a confirmation is accepted: a user has to read what is deleted. */
const VALID_MS = 600_000

type Requested = {
  readonly user: Caller | null
  readonly name: CallName
  /** As the call receives it. */
  readonly input: unknown
  readonly headers: Headers
}

/**
 * @param options.secret signs confirmations
 * @throws Refusal confirmationRequired, with a confirmation, where the request of a token has none for this input
 */
export async function requireConfirmation(
  { user, name, input, headers }: Requested,
  { storage, secret, now }: Pick<Services, 'storage'> & { readonly secret: string; readonly now: number },
): Promise<void> {
  if (!user?.access || !needsConfirmation(name, input)) return
  const shown = JSON.stringify(input, withFileHashed)
  const target = JSON.stringify([user.access.token.id, name, shown])
  const sent = headers.get(CONFIRMATION_HEADER) ?? ''
  const [expires = '', nonce = ''] = sent.split('.')
  const isValid =
    Number(expires) >= now && isEqual(sent, confirmationOf(secret, target, `${expires}.${nonce}`))
  if (isValid && (await markUsed(storage, user.id, sent, now))) return
  throw new Refusal(
    'confirmationRequired',
    `${name} ${isImport(name) ? 'adds rules' : 'deletes'}: ${shown}`,
    {
      confirmation: confirmationOf(secret, target, freshTerm(now)),
    },
  )
}

/** Two confirmations of one target are never the same, so that each can be used once. */
const freshTerm = (now: number): string => `${now + VALID_MS}.${randomUUID()}`

const isImport = (name: CallName): boolean => name === 'subscriptions.import'

const withFileHashed = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value

const confirmationOf = (secret: string, target: string, term: string): string =>
  `${term}.${createHmac('sha256', secret).update(`confirmation ${term} ${target}`).digest('base64url')}`

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Stored with the responses to repeated requests, which are deleted long after it expires. @returns false where it was used */
async function markUsed(
  { db }: Services['storage'],
  userId: string,
  sent: string,
  at: number,
): Promise<boolean> {
  const written = await db
    .insertInto('answered')
    .values({ userId, key: `confirmation ${sent}`, status: 200, body: '', at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Number(written.numInsertedOrUpdatedRows) > 0
}
