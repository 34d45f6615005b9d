import { randomBytes } from 'node:crypto'
import type { InboxItem } from '../../contract/inboxes.ts'
import { putIntoInbox } from '../actions/inbox.ts'
import { rewritten } from '../actions/rewrite.ts'
import { rewriteContent } from '../actions/rewrite-content.ts'
import { madeBefore, noteMade } from '../http/made.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { openedInbox, openedMailbox } from '../email/incoming/open-inbox.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { resultOf } from '../storage/actions.ts'
import { contentsOf, entriesOfUser, visibleEntries } from '../storage/entries.ts'
import {
  addInbox,
  countMails,
  inboxByHandle,
  inboxesByFeed,
  inboxesOf,
  nameOf,
  removeMail,
  removeInbox,
  renameInbox,
} from '../storage/inboxes.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow } from '../storage/schema.ts'
import { cleanName } from './clean-name.ts'
import { listed } from './entries.ts'
import { limits } from './limits.ts'
import { toEntry } from './wire-entry.ts'
import { toInbox } from './wire-list.ts'

/** One is enough to try (wire-contract 20). */
const TRIAL_INBOXES = 1
/** Names that belong to whoever runs a mail domain (RFC 2142), and what programs answer from. */
const RESERVED = new Set(
  'abuse hostmaster mailer-daemon no-reply noreply postmaster root webmaster'.split(' '),
)

/** Inboxes and what arrives in them by mail or from programs. */
export const inboxesRoutes = {
  'inboxes.get': async (asked, { handle }) => ({
    code: 0,
    data: toInbox(await ownInbox(asked, handle), asked.secrets),
  }),

  'inboxes.list': async ({ user, storage, secrets }) => ({
    code: 0,
    data: (await inboxesOf(storage, user.id)).map((row) => toInbox(row, secrets)),
  }),

  'inboxes.create': async (asked, { handle, title }) => {
    const { user, storage, secrets, now, newId } = asked
    if ((await madeBefore(asked, 'inboxes.create')) !== null) return { code: 0 }
    const trial = user.role === 'trial'
    const limit = trial ? TRIAL_INBOXES : limits.MAX_INBOXES
    if (RESERVED.has(nameOf(handle)))
      throw new Refusal('inboxExists', 'This handle is kept for the server itself.')
    if ((await inboxesOf(storage, user.id)).length >= limit)
      throw new Refusal(trial ? 'trialInboxLimit' : 'inboxLimit')
    const secret = secrets.close(randomBytes(24).toString('base64url'))
    const made = { handle, secret, userId: user.id, feedId: newId(), title: cleanName(title ?? '') }
    const note = (db: Storage['db']) => noteMade(db, asked, { call: 'inboxes.create', id: handle })
    if (!(await addInbox(storage, { ...made, createdAt: now() }, note))) throw new Refusal('inboxExists')
    return { code: 0 }
  },

  'inboxes.update': async (asked, { handle, title }) => {
    const { name } = await ownInbox(asked, handle)
    await renameInbox(asked.storage, name, cleanName(title ?? ''))
    return { code: 0 }
  },

  'inboxes.delete': async (asked, { handle }) => {
    await removeInbox(asked.storage, await ownInbox(asked, handle))
    return { code: 0 }
  },

  'inboxes.webhook': async (asked, entry) => {
    const inbox = await openedInbox(asked)
    const draft = await asked.parsing.parse('inboxEntry', entry).catch(refuseWith('unprocessable'))
    await putIntoInbox(asked, inbox, { draft, read: entry.read === true })
    return { code: 0 }
  },

  'inboxes.email': async (asked, mail) => {
    const inbox = await openedMailbox(asked, mail.to.address)
    const draft = await asked.parsing
      .parse('inboxEmail', { mail, now: asked.now() })
      .catch(refuseWith('unprocessable'))
    await putIntoInbox(asked, inbox, { draft, read: false })
    return { code: 0 }
  },

  'entries.inboxList': async (asked, input) => {
    const { storage } = asked
    const inbox = await ownInbox(asked, input.inboxId)
    const items = (await listed(asked, input)) as InboxItem[]
    const [last] = items.slice(-1)
    const starred = input.isCollection ?? false
    const kept = { read: starred ? undefined : input.read, starred }
    const before = last && { before: Date.parse(last.entries.publishedAt) }
    return {
      code: 0,
      remaining: last ? await countMails(storage, inbox, { ...kept, ...before }) : 0,
      total: await countMails(storage, inbox, kept),
      data: items.map((item) => withHandle(item, inbox)),
    }
  },

  'entries.inboxGet': async (asked, { id }) => {
    const { user, storage, parsing } = asked
    const inbox = await inboxOfEntry(asked, id)
    const [entry] = await entriesOfUser(storage, user.id, [id])
    if (!entry) throw new Refusal('entryNotFound')
    const rules = resultOf(entry)
    const content = await rewriteContent(parsing, (await contentsOf(storage, [id])).get(id) ?? null, rules)
    const more = { content, inboxHandle: inbox.handle, read: entry.readAt !== null }
    return {
      code: 0,
      data: {
        entries: { ...rewritten(toEntry(entry), rules), ...more },
        feeds: toInbox(inbox, asked.secrets),
      },
    }
  },

  'entries.inboxDelete': async (asked, { entryId }) => {
    await inboxOfEntry(asked, entryId)
    await removeMail(asked.storage, entryId)
    return { code: 0 }
  },
} satisfies Routes

const withHandle = (item: InboxItem, { handle }: InboxRow): InboxItem => ({
  ...item,
  entries: { ...item.entries, inboxHandle: handle, read: item.read },
})

/** @throws Refusal inboxNotFound or inboxPermissionDenied */
async function ownInbox({ user, storage }: RequestContext, handle: string): Promise<InboxRow> {
  const inbox = await inboxByHandle(storage, handle)
  if (!inbox) throw new Refusal('inboxNotFound')
  if (inbox.userId !== user.id) throw new Refusal('inboxPermissionDenied')
  return inbox
}

/** @throws Refusal entryNotFound for an entry of somebody else or of no inbox */
async function inboxOfEntry({ user, storage }: RequestContext, id: string): Promise<InboxRow> {
  const [entry] = await visibleEntries(storage, user.id, [id])
  const inbox = entry && (await inboxesByFeed(storage, [entry.feedId])).get(entry.feedId)
  if (inbox?.userId !== user.id) throw new Refusal('entryNotFound')
  return inbox
}
