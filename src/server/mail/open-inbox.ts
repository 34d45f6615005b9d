/** Who may put something into an inbox without being its owner. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../http/refusal.ts'
import type { Asked, Caller } from '../http/routes.ts'
import { inboxByHandle } from '../storage/inboxes.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow } from '../storage/schema.ts'
import { handleOf } from './address.ts'

/** The inbox that X-Follow-Handle names, if X-Follow-Secret opens it. @throws Refusal */
export async function openedInbox(storage: Storage, headers: Headers): Promise<InboxRow> {
  const handle = headers.get('x-follow-handle')
  if (handle === null)
    throw new Refusal('unauthorized', 'The headers X-Follow-Handle and X-Follow-Secret are needed.')
  const inbox = await inboxByHandle(storage, handle)
  if (!inbox) throw new Refusal('inboxNotFound')
  if (!isSame(headers.get('x-follow-secret') ?? '', inbox.secret)) throw new Refusal('inboxPermissionDenied')
  return inbox
}

/** The inbox of a mail address, for the gateway, for the owner, or for whoever has the inbox's secret. @throws Refusal */
export async function openedMailbox(
  { user, storage, config, headers }: Asked<Caller | null>,
  address: string,
): Promise<InboxRow> {
  const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const secret = headers.get('x-follow-secret')
  const gateway = config.MAIL_GATEWAY_SECRET !== '' && isSame(token, config.MAIL_GATEWAY_SECRET)
  if (!gateway && !user && secret === null) throw new Refusal('unauthorized')
  const handle = handleOf(address, config.INBOX_DOMAIN)
  const inbox = handle === null ? undefined : await inboxByHandle(storage, handle)
  if (!inbox) throw new Refusal('inboxNotFound')
  if (gateway || inbox.userId === user?.id || isSame(secret ?? '', inbox.secret)) return inbox
  throw new Refusal('inboxPermissionDenied')
}

/** Takes as long for a good guess as for a bad one. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
