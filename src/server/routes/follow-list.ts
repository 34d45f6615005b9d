/** Subscribing to a list: once free or paid, equivalent to following each of its feeds. */
import type { Checked, Output } from '../../contract/calls.ts'
import { Refusal } from '../http/refusal.ts'
import type { Answer, RequestContext } from '../http/routes.ts'
import {
  addListSubscription,
  buyList,
  countListSubscriptions,
  hasBought,
  listSubscriptionOf,
} from '../storage/lists/list-subscriptions.ts'
import { followedBy, listFeedIds, listsById } from '../storage/lists/lists.ts'
import type { Storage } from '../storage/open.ts'
import { unreadCounts } from '../storage/reads/reads.ts'
import type { ListRow, ListSubscriptionRow } from '../storage/schema.ts'
import { cleanName } from './clean-name.ts'
import { limits } from './limits.ts'
import { toRawList } from './wire-list.ts'

/** Subscribes to a list. A repeated call changes nothing, costs nothing and returns the same response. */
export async function followList(
  context: RequestContext,
  listId: string,
  input: Checked<'subscriptions.create'>,
): Promise<Answer<Output<'subscriptions.create'>>> {
  const { user, storage } = context
  const list = await listOrRefusal(storage, listId)
  if (await listSubscriptionOf(storage, user.id, listId)) return followedResponse(context, list)
  await refuseOverLimit(context, list)
  const row: ListSubscriptionRow = {
    ...followedBy(user.id, list),
    view: input.view,
    category: cleanName(input.category ?? ''),
    title: cleanName(input.title ?? ''),
    isPrivate: input.isPrivate ? 1 : 0,
    createdAt: context.now(),
  }
  const free =
    !context.payments.areOn() ||
    list.fee === 0 ||
    list.ownerUserId === user.id ||
    (await hasBought(storage, user.id, listId))
  if (free) await addListSubscription(storage, row)
  else await buy(context, list, row, input.TOTPCode ?? input.code)
  return followedResponse(context, list)
}

/** @throws Refusal listNotFound */
export async function listOrRefusal(storage: Storage, listId: string): Promise<ListRow> {
  const list = (await listsById(storage, [listId])).get(listId)
  if (!list) throw new Refusal('listNotFound')
  return list
}

/** The fee, its receipt and the subscription are one transaction, and the fee is never charged twice. */
async function buy(
  context: RequestContext,
  list: ListRow,
  row: ListSubscriptionRow,
  code: string | undefined,
): Promise<void> {
  if (context.user.role === 'trial')
    throw new Refusal('trialNoPermission', 'Lists with a fee need a full account.')
  const key = `list:${list.id}:${context.user.id}`
  const payment = { price: list.fee, to: list.ownerUserId, about: { listId: list.id }, key, code }
  await context.payments.pay(context, payment, (db) => buyList(db, row, list.fee))
}

async function refuseOverLimit({ user, storage }: RequestContext, list: ListRow): Promise<void> {
  if (list.ownerUserId === user.id) return
  const trial = user.role === 'trial'
  const limit = trial ? limits.MAX_TRIAL_USER_LIST_SUBSCRIPTION : limits.MAX_SUBSCRIPTIONS
  if ((await countListSubscriptions(storage, user.id)) < limit) return
  throw new Refusal(trial ? 'trialListLimit' : 'subscriptionLimit')
}

async function followedResponse(
  { user, storage }: RequestContext,
  list: ListRow,
): Promise<Answer<Output<'subscriptions.create'>>> {
  const feedIds = (await listFeedIds(storage, [list.id])).get(list.id) ?? []
  const unread = await unreadCounts(storage, user.id, { feedIds })
  return { feed: null, list: toRawList(list, feedIds), unread }
}
