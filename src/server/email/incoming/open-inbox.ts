/** Who may put something into an inbox without being its owner. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { countFailure, limitAttempts } from '../../http/rate-limit.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestContext, Caller } from '../../http/routes.ts'
import { inboxByHandle } from '../../storage/inboxes.ts'
import type { InboxRow } from '../../storage/schema.ts'
import { handleOf } from './address.ts'

type Asking = RequestContext<Caller | null>

/** The inbox that X-Follow-Handle names, if X-Follow-Secret opens it. @throws Refusal, the same one for both being wrong */
export async function openedInbox(asked: Asking): Promise<InboxRow> {
  const handle = asked.headers.get('x-follow-handle')
  if (handle === null)
    throw new Refusal('unauthorized', 'The headers X-Follow-Handle and X-Follow-Secret are needed.')
  const inbox = await inboxByHandle(asked.storage, handle)
  const secret = asked.headers.get('x-follow-secret') ?? ''
  if (inbox && opens(asked, secret, inbox)) return inbox
  return refuseSecret(asked, handle)
}

/** Which handles exist is nobody's business who has no secret. */
async function refuseSecret(asked: Asking, handle: string): Promise<never> {
  const { address } = asked
  await countFailure(asked, { kind: 'inbox', secret: 'random', address, account: handle })
  throw new Refusal('inboxPermissionDenied', 'There is no such inbox, or this is not its secret.')
}

/** The inbox of a mail address, for the gateway, for the owner, or for whoever has the inbox's secret. @throws Refusal */
export async function openedMailbox(asked: Asking, to: string): Promise<InboxRow> {
  const { user, storage, config, headers } = asked
  const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const secret = headers.get('x-follow-secret')
  const gateway = token !== '' && (await isGateway(asked, token))
  if (!gateway && !user && secret === null) throw new Refusal('unauthorized')
  const handle = handleOf(to, config.INBOX_DOMAIN)
  const inbox = handle === null ? undefined : await inboxByHandle(storage, handle)
  if (!inbox && gateway) throw new Refusal('inboxNotFound')
  if (inbox && (gateway || inbox.userId === user?.id || opens(asked, secret ?? '', inbox))) return inbox
  return refuseSecret(asked, handle ?? to)
}

/** Somebody chose this secret, so that it may be a short one. @throws Refusal tooManyAttempts */
async function isGateway(asked: Asking, token: string): Promise<boolean> {
  const { user, address, config } = asked
  if (config.MAIL_GATEWAY_SECRET === '') return false
  const right = async () => isSame(token, config.MAIL_GATEWAY_SECRET)
  // A session's token comes in the same header. Its owner learns from no answer whether it is the gateway's too.
  if (user) return right()
  return limitAttempts(asked, { kind: 'mail-gateway', secret: 'chosen', address }, right, (same) => !same)
}

/** False, too, where the server's own secret was lost: the inbox has none then. */
function opens({ secrets }: Asking, given: string, { secret }: InboxRow): boolean {
  const wanted = secrets.open(secret)
  return wanted !== null && isSame(given, wanted)
}

/** Takes as long for a good guess as for a bad one. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
