/** Adds the feeds, lists and inboxes of an account file, and finds those that the account has already. */
import { z } from 'zod'
import { listForm } from '../../contract/lists.ts'
import { isOfTheWeb } from '../../contract/page-address.ts'
import { webAddress } from '../../core/safe-href.ts'
import { insertFeed } from '../feeds/follow.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import { findFeed } from '../feeds/store/find-feed.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { cleanName } from '../routes/clean-name.ts'
import { limits, subscriptionLimit } from '../routes/limits.ts'
import { newInbox } from '../routes/new-inbox.ts'
import { INBOX_OF_PAGES, inboxOfPages, isReservedHandle } from '../routes/save-page.ts'
import { addFeedRequest, ownFeedOf } from '../storage/feeds/feed-requests.ts'
import { visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { addInbox, inboxByHandle, inboxesOf, nameOf } from '../storage/lists/inboxes.ts'
import {
  addListSubscription,
  changeListSubscription,
  listSubscriptionsOf,
  removeListSubscription,
} from '../storage/lists/list-subscriptions.ts'
import { addList, addListFeeds, listFeedIds, listsById, listsOf } from '../storage/lists/lists.ts'
import { addSubscription, subscriptionsOf } from '../storage/lists/subscriptions.ts'
import type { InboxRow, ListRow } from '../storage/schema.ts'
import type { Names } from './names.ts'
import type { AccountHead } from './read-file.ts'
import { OWN, type RecordOf } from './records.ts'
import type { Report } from './report.ts'

/** A feed of the file. `id`: null where this server does not have it, or the user may not see it. */
export type ImportedFeed = { readonly id: string | null; readonly url: string; readonly isOwn: boolean }

export type ImportOptions = { readonly routes: boolean }

/** Refuses a file with more lists or inboxes than an account may have, before anything is imported. @throws Refusal */
export async function refuseOverLimits({ storage, user }: RequestContext, head: AccountHead): Promise<void> {
  if (user.role === 'trial') return
  const lists = await listsOf(storage, user.id)
  const newLists = head.of('list').length - matchedLists(lists, head).size
  if (newLists > 0 && lists.length + newLists > limits.MAX_LISTS)
    throw new Refusal('listLimit', `An account has at most ${limits.MAX_LISTS} lists. Nothing was imported.`)
  const inboxes = new Set((await inboxesOf(storage, user.id)).map(({ name }) => name))
  const newInboxes = head.of('inbox').filter(({ inbox }) => inbox !== null && !inboxes.has(nameOf(inbox)))
  if (newInboxes.length > 0 && inboxes.size + newInboxes.length > limits.MAX_INBOXES)
    throw new Refusal(
      'inboxLimit',
      `An account has at most ${limits.MAX_INBOXES} inboxes. Nothing was imported.`,
    )
}

/** @returns the feeds by their keys */
export async function importFeeds(
  context: RequestContext,
  head: AccountHead,
  { report, names, routes }: ImportOptions & { readonly report: Report; readonly names: Names },
): Promise<Map<string, ImportedFeed>> {
  const { storage, user, now, newId } = context
  const listed = new Set(head.of('list').flatMap(({ feeds }) => feeds))
  const followed = new Set((await subscriptionsOf(storage, user.id)).map(({ feedId }) => feedId))
  const feeds = new Map<string, ImportedFeed>()
  for (const one of head.of('feed')) {
    context.signal.throwIfAborted()
    const found = await feedOf(context, one, {
      routes,
      needed: one.subscription !== null || listed.has(one.feed),
    })
    if (found === null) report.problem(`"${one.feed}" is not an address of a feed.`)
    if (found === null) continue
    if (one.request?.hasSecrets && found.isNew) report.missingPasswords.push(found.address)
    const { subscription } = one
    if (found.id !== null && subscription !== null && !followed.has(found.id)) {
      if (followed.size >= (user.role === 'trial' ? subscriptionLimit(user) : Infinity)) {
        report.problem(`${found.address}: the limit of subscriptions is reached.`)
      } else {
        await addSubscription(storage, {
          id: newId(),
          userId: user.id,
          feedId: found.id,
          view: subscription.view,
          ...placementOf(subscription, now()),
          ...(found.isOwn && { isPrivate: 1 }),
        })
        followed.add(found.id)
        report.added.feeds += 1
      }
    }
    feeds.set(one.feed, found)
  }
  return withoutHidden(context, feeds, names)
}

type FoundFeed = ImportedFeed & { readonly address: string; readonly isNew: boolean }

/** @param needed it is created if it does not exist @returns null where the key is no address */
async function feedOf(
  { storage, user, now, newId }: RequestContext,
  { feed: key, title, siteUrl, request }: RecordOf<'feed'>,
  { routes, needed }: ImportOptions & { readonly needed: boolean },
): Promise<FoundFeed | null> {
  const isOwn = key.startsWith(OWN)
  const address = normaliseAddress(isOwn ? key.slice(OWN.length) : key)
  if (address === null || (isOwn && !isOfTheWeb(address))) return null
  if (!isOwn) {
    const existing = await findFeed(storage.db, address)
    // Its texts are for all users, so they come from the feed alone.
    const feed = existing ?? (needed ? (await insertFeed({ storage, now, newId }, address)).row : null)
    return { id: feed?.id ?? null, url: feed?.url ?? address, isOwn, address, isNew: existing === null }
  }
  const existing = await ownFeedOf(storage, user.id, address)
  if (existing) return { id: existing.id, url: existing.url, isOwn, address, isNew: false }
  const id = newId()
  const texts = { title: title && cleanName(title), siteUrl: webAddress(siteUrl) ?? null }
  const settings = {
    userAgent: request?.userAgent ?? null,
    // A proxy sees what is fetched, and could change it where certificates are not checked.
    proxy: routes ? (request?.proxy ?? null) : null,
    allowsInsecure: routes && request?.allowsInsecure ? 1 : 0,
    username: request?.username ?? null,
    password: null,
    cookie: null,
    ignoresEdits: request?.ignoresEdits ? 1 : 0,
    usesFetcher: request?.usesFetcher ? 1 : 0,
  } as const
  await addFeedRequest(storage, { url: address, ...texts }, { id, userId: user.id, now: now(), settings })
  const own = await ownFeedOf(storage, user.id, address)
  return { id, url: own?.url ?? address, isOwn, address, isNew: true }
}

/** Feeds that the user may not see count as missing: their entries become copies. */
async function withoutHidden(
  { storage, user }: RequestContext,
  feeds: ReadonlyMap<string, ImportedFeed>,
  names: Names,
): Promise<Map<string, ImportedFeed>> {
  const ids = [...feeds.values()].flatMap(({ id }) => id ?? [])
  const visible = new Set(await visibleFeedIds(storage, user.id, ids))
  return new Map(
    [...feeds].map(([key, feed]) => {
      if (feed.id === null || !visible.has(feed.id)) return [key, { ...feed, id: null }]
      names.addFeed(feed.id, key)
      return [key, feed]
    }),
  )
}

type Placement = Pick<
  RecordOf<'followedList'>,
  'category' | 'title' | 'isPrivate' | 'hideFromTimeline' | 'createdAt'
>
const placementOf = (placed: Placement, now: number) => ({
  category: cleanName(placed.category ?? ''),
  title: cleanName(placed.title ?? ''),
  isPrivate: placed.isPrivate ? (1 as const) : (0 as const),
  hideFromTimeline: placed.hideFromTimeline ? (1 as const) : (0 as const),
  createdAt: Math.min(placed.createdAt, now),
})

/** The lists of the file that the account has: those with the same title and view, in their order. By their place. */
function matchedLists(present: readonly ListRow[], head: AccountHead): Map<number, ListRow> {
  const left = [...present]
  const matched = new Map<number, ListRow>()
  for (const { list, title, view } of head.of('list')) {
    const at = left.findIndex((row) => row.title === title && row.view === view)
    const [row] = at < 0 ? [] : left.splice(at, 1)
    if (row) matched.set(list, row)
  }
  return matched
}

export async function importLists(
  context: RequestContext,
  head: AccountHead,
  { report, names, feeds }: { report: Report; names: Names; feeds: ReadonlyMap<string, ImportedFeed> },
): Promise<void> {
  const { storage, user, now } = context
  const matched = matchedLists(await listsOf(storage, user.id), head)
  for (const one of head.of('list')) {
    const row = matched.get(one.list) ?? (await createList(context, one, report))
    if (row === null) continue
    names.addList(row.id, one.list)
    const wanted = one.feeds.flatMap((key) => feeds.get(key)?.id ?? [])
    const present = new Set((await listFeedIds(storage, [row.id])).get(row.id))
    const missing = [...new Set(wanted)].filter((id) => !present.has(id))
    await addListFeeds(storage, row.id, missing, now())
  }
  const followed = new Set((await listSubscriptionsOf(storage, user.id)).map(({ listId }) => listId))
  const records = head.of('followedList').filter(({ id }) => !followed.has(id))
  const lists = await listsById(
    storage,
    records.map(({ id }) => id),
  )
  for (const one of records) {
    const list = lists.get(one.id)
    // Another server may have another list under the id; one with a fee is bought.
    if (!list || list.title !== one.listTitle || list.fee > 0 || user.role === 'trial')
      report.missingLists.push(one.listTitle)
    else {
      const row = { userId: user.id, listId: list.id, view: one.view, ...placementOf(one, now()) }
      await addListSubscription(storage, row)
      report.added.lists += 1
    }
  }
}

const checkedList = z.object({ ...listForm, image: listForm.image.catch(null) })

/** @returns null for a trial user, who has no lists, and for one that cannot be stored */
async function createList(
  { storage, user, now, newId }: RequestContext,
  { createdAt, subscription, ...written }: RecordOf<'list'>,
  report: Report,
): Promise<ListRow | null> {
  if (user.role === 'trial') {
    report.problem(`The list "${written.title}" needs a full account.`)
    return null
  }
  // Others see it, so it is checked as one that a user enters.
  const form = checkedList.safeParse(written)
  if (!form.success) {
    report.problem(`The list "${written.title}": ${form.error.issues[0]?.message ?? ''}`)
    return null
  }
  const { title, description = null, image = null, view, fee } = form.data
  const row: ListRow = {
    id: newId(),
    ownerUserId: user.id,
    title,
    description,
    image,
    view,
    fee,
    createdAt: Math.min(createdAt, now()),
    updatedAt: Math.min(subscription?.createdAt ?? createdAt, now()),
  }
  await addList(storage, row)
  if (subscription === null) await removeListSubscription(storage, user.id, row.id)
  else {
    const { createdAt: _at, ...placement } = placementOf(subscription, now())
    await changeListSubscription(storage, user.id, row.id, placement)
  }
  report.added.lists += 1
  return row
}

/**
 * Inboxes by their keys in the file. A handle that another user has gets a number.
 * @returns a function, as the inbox of saved pages is created only where it is needed
 */
export async function importInboxes(
  context: RequestContext,
  head: AccountHead,
  { report, names }: { readonly report: Report; readonly names: Names },
): Promise<(key: string | null) => Promise<InboxRow>> {
  const inboxes = new Map<string | null, InboxRow>()
  const pages = async () => {
    const inbox = inboxes.get(null) ?? (await inboxOfPages(context, INBOX_OF_PAGES))
    inboxes.set(null, inbox)
    return inbox
  }
  const taken = new Set<string>()
  for (const one of head.of('inbox')) {
    const inbox =
      one.inbox === null ? null : await inboxNamed(context, { ...one, inbox: one.inbox }, taken, report)
    if (inbox === null) {
      names.addInbox((await pages()).handle, '')
      continue
    }
    taken.add(inbox.name)
    inboxes.set(one.inbox, inbox)
    names.addInbox(inbox.handle, one.inbox ?? '')
  }
  return async (key) => inboxes.get(key) ?? pages()
}

const HANDLE = /^[a-z\d](?:[a-z\d]|[._-](?=[a-z\d])){1,62}$/i
/** Numbers that are tried where a handle is in use. */
const NUMBERS = 50

async function inboxNamed(
  context: RequestContext,
  { inbox: wanted, title, createdAt }: RecordOf<'inbox'> & { readonly inbox: string },
  taken: ReadonlySet<string>,
  report: Report,
): Promise<InboxRow | null> {
  const { storage, user, now } = context
  for (let number = 1; number <= NUMBERS; number += 1) {
    const handle = number === 1 ? wanted : `${wanted.slice(0, 58)}-${number}`
    if (!HANDLE.test(handle) || isReservedHandle(nameOf(handle)) || taken.has(nameOf(handle))) continue
    const existing = await inboxByHandle(storage, handle)
    if (existing?.userId === user.id) return existing
    if (existing || user.role === 'trial') continue
    const row = newInbox(context, { handle, title: title ?? '' })
    if (!(await addInbox(storage, { ...row, createdAt: Math.min(createdAt, now()) }))) continue
    report.added.inboxes += 1
    if (number > 1) report.problem(`The handle "${wanted}" is in use here: the inbox is now "${handle}".`)
    return (await inboxByHandle(storage, handle)) ?? null
  }
  report.problem(`The inbox "${wanted}" could not be created: its entries are among the saved pages.`)
  return null
}
