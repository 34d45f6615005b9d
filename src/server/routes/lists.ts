import type { List } from '../../contract/shapes.ts'
import type { Output } from '../../contract/calls.ts'
import { madeBefore, noteMade } from '../http/made.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Caller, Routes } from '../http/routes.ts'
import { contentsOf, newestEntriesOf } from '../storage/entries/entries.ts'
import { requestedForUsers } from '../storage/feeds/feed-requests.ts'
import { feedsById, visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { listSubscriptionOf, listSubscriptionsOf } from '../storage/lists/list-subscriptions.ts'
import {
  addList,
  addListFeeds,
  changeList,
  countListReads,
  countLists,
  listFeedIds,
  listFeeds,
  listStatistics,
  listsOf,
  removeList,
  removeListFeed,
  type ListChange,
} from '../storage/lists/lists.ts'
import type { Storage } from '../storage/open.ts'
import type { FeedRow, ListRow } from '../storage/schema.ts'
import { isDisabled, lockUser } from '../storage/accounts/users.ts'
import { listOrRefusal } from './follow-list.ts'
import { limits } from './limits.ts'
import { toEntry } from './wire-entry.ts'
import { toFeeds } from './wire-feed.ts'
import { toLists, toListSubscription } from './wire-list.ts'

/** As many as a feed's preview shows. */
const ENTRIES = 8

/** Lists: collections of feeds that one user owns and others follow. */
export const listsRoutes = {
  'lists.get': async (context, { listId, noExtras = false }) => ({
    data: await described(context, await listOrRefusal(context.storage, listId), noExtras),
  }),

  'lists.list': async (context, { userId }) => ({ data: await ownedBy(context, userId) }),

  'lists.create': async (context, { fee = 0, ...form }) => {
    const { user, storage, now, newId } = context
    const before = await madeBefore(context, 'lists.create')
    if (before !== null) return { data: await wireOf(storage, await listOrRefusal(storage, before)) }
    if (user.role === 'trial') throw new Refusal('trialNoPermission')
    refuseFee(context, fee)
    const at = now()
    const values = { ...form, fee, description: form.description ?? null, image: form.image ?? null }
    const row: ListRow = { ...values, id: newId(), ownerUserId: user.id, createdAt: at, updatedAt: at }
    await addList(storage, row, async (db) => {
      await lockUser({ ...storage, db }, user.id)
      if ((await countLists({ ...storage, db }, user.id)) > limits.MAX_LISTS) throw new Refusal('listLimit')
      await noteMade(db, context, { call: 'lists.create', id: row.id })
    })
    return { data: await wireOf(storage, row) }
  },

  'lists.update': async (context, { listId, confirmPrivate = false, ...form }) => {
    const { user, storage, now } = context
    const change = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
    const list = await ownList(storage, user, listId)
    // One from a time with payments stays as it is.
    if (form.fee !== list.fee) refuseFee(context, form.fee)
    if (form.fee === 0 && list.fee > 0 && !confirmPrivate)
      await refusePrivate(storage, await feedIdsOf(storage, listId))
    await changeList(storage, list, change satisfies ListChange, now())
  },

  'lists.delete': async ({ user, storage }, { listId }) => {
    if (!(await removeList(storage, await ownList(storage, user, listId))))
      throw new Refusal('listHasSubscriptions')
  },

  'lists.addFeeds': async ({ user, storage, now }, input) => {
    const { listId, feedId, feedIds = [], confirmPrivate = false } = input
    await ownList(storage, user, listId)
    const addedIds = [...new Set(feedId === undefined ? feedIds : [feedId, ...feedIds])]
    if (addedIds.length === 0) throw new Refusal('invalidParameter', 'feedId or feedIds is needed.')
    const seen = new Set(await visibleFeedIds(storage, user.id, addedIds))
    if (addedIds.some((id) => !seen.has(id))) throw new Refusal('feedNotFound')
    if ((await requestedForUsers(storage, addedIds)).length > 0)
      throw new Refusal('noPermission', 'What is fetched for you alone cannot be shared.')
    const present = new Set(await feedIdsOf(storage, listId))
    if (!confirmPrivate)
      await refusePrivate(
        storage,
        addedIds.filter((id) => !present.has(id)),
      )
    const added = await addListFeeds(storage, listId, addedIds, now())
    if (added.length === 0) throw new Refusal('feedAlreadyInList')
    const feeds = await toFeeds(storage, (await feedsById(storage, added)).values())
    return { data: added.flatMap((id) => feeds.get(id) ?? []) }
  },

  'lists.removeFeed': async ({ user, storage }, { listId, feedId }) => {
    await ownList(storage, user, listId)
    await removeListFeed(storage, listId, feedId)
  },
} satisfies Routes

/** @throws Refusal feeWithoutPayments for more than nothing, where nobody could pay it */
function refuseFee({ payments }: RequestContext, fee = 0): void {
  if (fee > 0 && !payments.areOn()) throw new Refusal('feeWithoutPayments')
}

const feedIdsOf = async (storage: Storage, listId: string): Promise<string[]> =>
  (await listFeedIds(storage, [listId])).get(listId) ?? []

/**
 * A list shows its feeds, addresses included, to its followers. Checked when a feed is added, and when a list
 * becomes free; a feed that becomes private later stays, as its address is already known to the followers.
 * @throws Refusal privateFeedInList, naming them, when other users may not see some of the feeds
 */
async function refusePrivate(storage: Storage, feedIds: readonly string[]): Promise<void> {
  const open = new Set(await visibleFeedIds(storage, null, feedIds))
  const hidden = feedIds.filter((id) => !open.has(id))
  if (hidden.length === 0) return
  const names = [...(await feedsById(storage, hidden)).values()].map(({ title, url }) => title ?? url)
  throw new Refusal('privateFeedInList', `Send confirmPrivate to show them anyway: ${names.join(', ')}`)
}

/** @throws Refusal listNotFound or listPermissionDenied */
async function ownList(storage: Storage, user: Caller, listId: string): Promise<ListRow> {
  const list = await listOrRefusal(storage, listId)
  if (list.ownerUserId !== user.id) throw new Refusal('listPermissionDenied')
  return list
}

async function wireOf(storage: Storage, row: ListRow, feeds: readonly FeedRow[] = []): Promise<List> {
  const [list] = (await toLists(storage, [row], () => false)).values()
  if (!list) throw new Refusal('listNotFound')
  const wire = await toFeeds(storage, feeds)
  return { ...list, feedIds: feeds.map(({ id }) => id), feeds: [...wire.values()] }
}

/** A fee buys the view of the list's feeds: only followers and the owner see them. */
async function described(
  { user, storage }: RequestContext<Caller | null>,
  row: ListRow,
  noExtras: boolean,
): Promise<Output<'lists.get'>['data']> {
  const subscription = user ? await listSubscriptionOf(storage, user.id, row.id) : undefined
  const entitled = subscription !== undefined || row.ownerUserId === user?.id
  const isVisible = entitled || row.fee === 0
  const feeds = isVisible ? await listFeeds(storage, row.id, { userId: user?.id ?? null, entitled }) : []
  const statistics = (await listStatistics(storage, [row.id])).get(row.id)
  const subscriptionCount = statistics?.subscriptionCount ?? 0
  const list = await wireOf(storage, row, feeds)
  return {
    list,
    entries: noExtras ? [] : await newestOf(storage, list),
    subscriptionCount,
    readCount: noExtras ? 0 : await countListReads(storage, row.id),
    feedCount: (await feedIdsOf(storage, row.id)).length,
    analytics: { listId: row.id, subscriptionCount },
    ...(subscription ? { subscription: toListSubscription(subscription) } : {}),
  }
}

async function newestOf(
  storage: Storage,
  { feeds = [] }: List,
): Promise<Output<'lists.get'>['data']['entries']> {
  const byId = new Map(feeds.map((feed) => [feed.id ?? '', feed]))
  const rows = await newestEntriesOf(storage, [...byId.keys()], ENTRIES)
  const contents = await contentsOf(
    storage,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const feed = byId.get(row.feedId)
    const more = { content: contents.get(row.id) ?? null, feedId: row.feedId }
    return feed ? [{ ...toEntry(row), ...more, feeds: feed }] : []
  })
}

/** The income of a list is visible to its owner only. */
async function ownedBy(
  { user, storage }: RequestContext<Caller | null>,
  userId: string | undefined,
): Promise<Output<'lists.list'>['data']> {
  const ownerId = userId ?? user?.id
  if (ownerId === undefined) throw new Refusal('unauthorized')
  const own = ownerId === user?.id
  if (!own && (await isDisabled(storage, ownerId))) throw new Refusal('userNotFound')
  const rows = await listsOf(storage, ownerId)
  const statistics = await listStatistics(
    storage,
    rows.map(({ id }) => id),
  )
  const lists = await toLists(storage, rows, await showsFeeds(storage, user?.id ?? null))
  return rows.flatMap(({ id }) => {
    const [list, numbers] = [lists.get(id), statistics.get(id)]
    if (!list || !numbers) return []
    const { subscriptionCount, purchaseAmount } = numbers
    return [{ ...list, subscriptionCount, ...(own ? { purchaseAmount } : {}) }]
  })
}

/** @returns whether the feeds of a list are visible to this user: it is free, followed or their own */
export async function showsFeeds(
  storage: Storage,
  userId: string | null,
): Promise<(row: ListRow) => boolean> {
  const followed = new Set(
    userId === null ? [] : (await listSubscriptionsOf(storage, userId)).map(({ listId }) => listId),
  )
  return ({ id, fee, ownerUserId }) => fee === 0 || ownerUserId === userId || followed.has(id)
}
