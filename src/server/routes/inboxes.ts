import type { InboxItem } from '../../contract/inboxes.ts'
import { putIntoInbox } from '../actions/inbox.ts'
import { rewriteEntry } from '../actions/rewrite-texts.ts'
import { madeBefore, noteMade } from '../http/made.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { openedInbox, openedMailbox } from '../email/incoming/open-inbox.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { resultOf } from '../storage/actions/actions.ts'
import { contentsOf, entriesOfUser, visibleEntries } from '../storage/entries/entries.ts'
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
} from '../storage/lists/inboxes.ts'
import { lockUser } from '../storage/accounts/users.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow } from '../storage/schema.ts'
import { cleanName } from './clean-name.ts'
import { isReservedHandle, savePage } from './save-page.ts'
import { listed } from './entries.ts'
import { limits } from './limits.ts'
import { newInbox } from './new-inbox.ts'
import { toEntry } from './wire-entry.ts'
import { toInbox } from './wire-list.ts'

/** Trial users get one (wire-contract 20). */
const TRIAL_INBOXES = 1
/** Reserved names of mail domains (RFC 2142), and senders of automatic mail. */
const RESERVED = new Set(
  'abuse hostmaster mailer-daemon no-reply noreply postmaster root webmaster'.split(' '),
)

/** Inboxes, and the entries that arrive in them by mail or webhook. */
export const inboxesRoutes = {
  'inboxes.get': async (context, { handle }) => ({
    data: toInbox(await ownInbox(context, handle), context.secrets),
  }),

  'inboxes.list': async ({ user, storage, secrets }) => ({
    data: (await inboxesOf(storage, user.id)).map((row) => toInbox(row, secrets)),
  }),

  'inboxes.create': async (context, { handle, title }) => {
    const { user, storage } = context
    if ((await madeBefore(context, 'inboxes.create')) !== null) return
    const trial = user.role === 'trial'
    const limit = trial ? TRIAL_INBOXES : limits.MAX_INBOXES
    if (RESERVED.has(nameOf(handle)) || isReservedHandle(nameOf(handle)))
      throw new Refusal('inboxExists', 'This handle is reserved.')
    const inbox = newInbox(context, { handle, title: title ?? '' })
    const note = async (db: Storage['db']) => {
      await lockUser({ ...storage, db }, user.id)
      if ((await inboxesOf({ ...storage, db }, user.id)).length > limit)
        throw new Refusal(trial ? 'trialInboxLimit' : 'inboxLimit')
      await noteMade(db, context, { call: 'inboxes.create', id: handle })
    }
    if (!(await addInbox(storage, inbox, note))) throw new Refusal('inboxExists')
  },

  'inboxes.update': async (context, { handle, title }) => {
    const { name } = await ownInbox(context, handle)
    await renameInbox(context.storage, name, cleanName(title ?? ''))
  },

  'inboxes.delete': async (context, { handle }) => {
    await removeInbox(context.storage, await ownInbox(context, handle))
  },

  'inboxes.savePage': async (context, input) => ({ data: await savePage(context, input) }),

  'inboxes.webhook': async (context, entry) => {
    const inbox = await openedInbox(context)
    const draft = await context.parsing
      .inTurnOf(inbox.userId)
      .parse('inboxEntry', entry)
      .catch(refuseWith('unprocessable'))
    await putIntoInbox(context, inbox, { draft, read: entry.read === true })
  },

  'inboxes.email': async (context, mail) => {
    const inbox = await openedMailbox(context, mail.to.address)
    const draft = await context.parsing
      .inTurnOf(inbox.userId)
      .parse('inboxEmail', { mail, now: context.now() })
      .catch(refuseWith('unprocessable'))
    await putIntoInbox(context, inbox, { draft, read: false })
  },

  'entries.inboxList': async (context, input) => {
    const { storage } = context
    const inbox = await ownInbox(context, input.inboxId)
    const items = (await listed(context, input)) as InboxItem[]
    const [last] = items.slice(-1)
    const starred = input.isCollection ?? false
    const filter = { read: starred ? undefined : input.read, starred }
    const before = last && { before: Date.parse(last.entries.publishedAt) }
    return {
      remaining: last ? await countMails(storage, inbox, { ...filter, ...before }) : 0,
      total: await countMails(storage, inbox, filter),
      data: items.map((item) => withHandle(item, inbox)),
    }
  },

  'entries.inboxGet': async (context, { id }) => {
    const { user, storage, parsing } = context
    const inbox = await inboxOfEntry(context, id)
    const [entry] = await entriesOfUser(storage, user.id, [id])
    if (!entry) throw new Refusal('entryNotFound')
    const rules = resultOf(entry)
    const content = (await contentsOf(storage, [id])).get(id) ?? null
    const more = { inboxHandle: inbox.handle, read: entry.readAt !== null }
    return {
      data: {
        entries: { ...(await rewriteEntry(parsing, { ...toEntry(entry), content }, rules)), ...more },
        feeds: toInbox(inbox, context.secrets),
      },
    }
  },

  'entries.inboxDelete': async (context, { entryId }) => {
    await inboxOfEntry(context, entryId)
    await removeMail(context.storage, entryId)
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

/** @throws Refusal entryNotFound for an entry of another user or of no inbox */
async function inboxOfEntry({ user, storage }: RequestContext, id: string): Promise<InboxRow> {
  const [entry] = await visibleEntries(storage, user.id, [id])
  const inbox = entry && (await inboxesByFeed(storage, [entry.feedId])).get(entry.feedId)
  if (inbox?.userId !== user.id) throw new Refusal('entryNotFound')
  return inbox
}
