/** Authorises writes into an inbox by its secret or by the mail gateway. */
import { equalsSecret } from '../../http/equals-secret.ts'
import { countFailure, limitAttempts } from '../../http/rate-limit.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestContext, Caller } from '../../http/routes.ts'
import { inboxByHandle } from '../../storage/lists/inboxes.ts'
import type { InboxRow } from '../../storage/schema.ts'

type InboxRequest = RequestContext<Caller | null>

/** The inbox named by X-Follow-Handle, if X-Follow-Secret matches. @throws Refusal, the same for a wrong handle and a wrong secret */
export async function openedInbox(request: InboxRequest): Promise<InboxRow> {
  const handle = request.headers.get('x-follow-handle')
  if (handle === null)
    throw new Refusal('unauthorized', 'The headers X-Follow-Handle and X-Follow-Secret are needed.')
  const inbox = await inboxByHandle(request.storage, handle)
  const secret = request.headers.get('x-follow-secret') ?? ''
  if (inbox && opens(request, secret, inbox)) return inbox
  return refuseSecret(request, handle)
}

/** One refusal for both cases, so that it does not reveal which handles exist. */
async function refuseSecret(request: InboxRequest, handle: string): Promise<never> {
  const { address } = request
  await countFailure(request, { kind: 'inbox', secret: 'random', address, account: handle })
  throw new Refusal('inboxPermissionDenied', 'There is no such inbox, or this is not its secret.')
}

/** The inbox of a mail address, for the gateway, the owner, or a caller with the inbox's secret. @throws Refusal */
export async function openedMailbox(request: InboxRequest, to: string): Promise<InboxRow> {
  const { user, storage, config, headers } = request
  const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const secret = headers.get('x-follow-secret')
  const fromGateway = token !== '' && (await isGateway(request, token))
  if (!fromGateway && !user && secret === null) throw new Refusal('unauthorized')
  const handle = handleOf(to, config.INBOX_DOMAIN)
  const inbox = handle === null ? undefined : await inboxByHandle(storage, handle)
  if (!inbox && fromGateway) throw new Refusal('inboxNotFound')
  if (inbox && (fromGateway || inbox.userId === user?.id || opens(request, secret ?? '', inbox))) return inbox
  return refuseSecret(request, handle ?? to)
}

/** The operator chose this secret, so it may be short and attempts are limited. @throws Refusal tooManyAttempts */
async function isGateway(request: InboxRequest, token: string): Promise<boolean> {
  const { user, address, config } = request
  if (config.MAIL_GATEWAY_SECRET === '') return false
  const matches = async () => equalsSecret(token, config.MAIL_GATEWAY_SECRET)
  // A session token uses the same header, so a signed-in user's mismatch is not counted as an attempt.
  if (user) return matches()
  return limitAttempts(
    request,
    { kind: 'mail-gateway', secret: 'chosen', address },
    matches,
    (isMatch) => !isMatch,
  )
}

/** Also false when the server's own secret was lost: the inbox secret cannot be decrypted then. */
function opens({ secrets }: InboxRequest, actual: string, { secret }: InboxRow): boolean {
  const expected = secrets.open(secret)
  return expected !== null && equalsSecret(actual, expected)
}

/** Addresses of inboxes: handle@INBOX_DOMAIN, with anything after a plus. */

/** @param domain INBOX_DOMAIN; empty for any @returns null for an address of another domain or of none */
export function handleOf(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const host = address
    .slice(at + 1)
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === '' || (domain !== '' && host !== domain.toLowerCase())) return null
  return (
    address
      .slice(0, at)
      .replace(/^"(.*)"$/, '$1')
      .split('+')[0]
      ?.trim() || null
  )
}
