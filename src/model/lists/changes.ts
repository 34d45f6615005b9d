/** Changes of lists, as optimistic mutations that can be undone where the server can. */
import type { Output } from '../../contract/calls.ts'
import type { List } from '../../contract/shapes.ts'
import type { LocalSubscription } from '../../local/calls.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { NONCE, unfollow } from '../subscriptions/changes.ts'
import type { ListFollow, ListForm } from './events.ts'

type Author = { readonly userId: string; readonly at: number }

export type FollowArgs = ListFollow & Author & { readonly list: List }
export const followList = defineMutation<FollowArgs, Output<'subscriptions.create'>>({
  name: 'lists.follow',
  resource: 'lists',
  updates: ({ list, ...follow }) => ({
    subscriptions: () => ({ [`list/${list.id}`]: subscriptionOf(list.id, follow) }),
    lists: (rows) => ({ [list.id]: rows.get(list.id) ?? list }),
  }),
  send: (api, { list, view, category, title, isPrivate }, { id }) =>
    api.subscriptions.create({ listId: list.id, view, category, title, isPrivate }, { idempotencyKey: id }),
  reconcile: ({ list, ...follow }, { list: received, unread }) => ({
    subscriptions: () => ({ [`list/${list.id}`]: subscriptionOf(list.id, follow) }),
    lists: () => ({ [list.id]: { ...list, ...(received && { feedIds: received.feedIds }) } }),
    counts: () => unread,
  }),
  announced: true,
  inverse: ({ list, ...follow }) => ({
    name: unfollow.name,
    args: { rows: [subscriptionOf(list.id, follow)] },
  }),
  describe: ({ list, title }) => ({
    key: 'app:undo.followed',
    many: 'app:undo.followedMany',
    values: { title: title || list.title || list.id, count: 1 },
  }),
})

export type CreateArgs = ListForm & Author & { readonly owner: NonNullable<List['owner']> | null }
/** The list has a temporary id until the server responds, as a feed has. */
export const createList = defineMutation<CreateArgs, Output<'lists.create'>>({
  name: 'lists.create',
  resource: 'lists',
  updates: (args, id) => {
    const list = optimisticList(args, NONCE + id)
    return {
      subscriptions: () => ({ [`list/${list.id}`]: subscriptionOf(list.id, args) }),
      lists: () => ({ [list.id]: list }),
    }
  },
  send: (api, { title, description, image, view, fee }, { id }) =>
    api.lists.create({ title, view, fee, ...toWire({ description, image }) }, { idempotencyKey: id }),
  reconcile: (args, { data: list }, id) => ({
    subscriptions: () => ({
      [`list/${NONCE}${id}`]: null,
      [`list/${list.id}`]: subscriptionOf(list.id, args),
    }),
    lists: () => ({ [NONCE + id]: null, [list.id]: list }),
  }),
})

export type EditArgs = {
  readonly listId: string
  readonly patch: Partial<ListForm>
  readonly isConfirmed?: boolean
}
export const editList = defineMutation<EditArgs, unknown>({
  name: 'lists.edit',
  resource: 'lists',
  updates: ({ listId, patch }) => ({
    lists: (rows) => {
      const row = rows.get(listId)
      return row ? { [listId]: { ...row, ...patch } } : null
    },
    // Another view moves the owner's subscription, too (spec 4); the server does the same.
    subscriptions: (rows) => {
      const row = rows.get(`list/${listId}`)
      return row && patch.view !== undefined && patch.view !== row.view
        ? { [row.id]: { ...row, view: patch.view } }
        : null
    },
  }),
  // The owner may have unfollowed it, so that it is not among the rows.
  sendIfUnchanged: true,
  send: (api, { listId, patch, isConfirmed }, { id }) =>
    api.lists.update(
      { listId, ...toWire(patch), ...(isConfirmed && { confirmPrivate: true }) },
      { idempotencyKey: id },
    ),
  inverse: ({ listId, patch }, { rows }) => {
    const row = rows.lists?.get(listId)
    if (!row) return null
    const before = Object.fromEntries(
      (Object.keys(patch) as (keyof ListForm)[]).map((key) => [key, row[key] ?? '']),
    )
    return { name: 'lists.edit', args: { listId, patch: before } }
  },
  announced: true,
  describe: ({ listId }, { rows }) => ({
    key: 'app:undo.edited',
    many: 'app:undo.editedMany',
    values: { title: rows.lists?.get(listId)?.title ?? listId, count: 1 },
  }),
})

export const deleteList = defineMutation<{ readonly listId: string }, unknown>({
  name: 'lists.delete',
  resource: 'lists',
  updates: ({ listId }) => ({
    subscriptions: (rows) => (rows.has(`list/${listId}`) ? { [`list/${listId}`]: null } : null),
    lists: (rows) => (rows.has(listId) ? { [listId]: null } : null),
  }),
  sendIfUnchanged: true,
  send: (api, { listId }, { id }) => api.lists.delete({ listId }, { idempotencyKey: id }),
})

export type FeedsArgs = {
  readonly listId: string
  readonly feedIds: readonly string[]
  readonly isConfirmed?: boolean
}
export const addFeeds = defineMutation<FeedsArgs, unknown>({
  name: 'lists.addFeeds',
  resource: 'lists',
  updates: ({ listId, feedIds }) => ({
    lists: withFeedIds(listId, (before) => [...new Set([...before, ...feedIds])]),
  }),
  sendIfUnchanged: true,
  send: (api, { listId, feedIds, isConfirmed }, { id }) =>
    api.lists.addFeeds(
      { listId, feedIds: [...feedIds], ...(isConfirmed && { confirmPrivate: true }) },
      { idempotencyKey: id },
    ),
  announced: true,
  inverse: ({ listId, feedIds }) => ({ name: 'lists.removeFeeds', args: { listId, feedIds } }),
  describe: ({ listId, feedIds }, { rows }) => ({
    key: 'app:undo.listFeedsAdded',
    values: { title: rows.lists?.get(listId)?.title ?? listId, count: feedIds.length },
  }),
})
export const removeFeeds = defineMutation<FeedsArgs, unknown>({
  name: 'lists.removeFeeds',
  resource: 'lists',
  updates: ({ listId, feedIds }) => ({
    lists: withFeedIds(listId, (before) => before.filter((id) => !feedIds.includes(id))),
  }),
  sendIfUnchanged: true,
  send: async (api, { listId, feedIds }, { id }) => {
    for (const feedId of feedIds)
      // One after another, under keys that a retry repeats.
      await api.lists.removeFeed({ listId, feedId }, { idempotencyKey: `${id}.${feedId}` })
  },
  announced: true,
  // Its followers have seen these feeds before.
  inverse: ({ listId, feedIds }) => ({
    name: 'lists.addFeeds',
    args: { listId, feedIds, isConfirmed: true },
  }),
  describe: ({ listId, feedIds }, { rows }) => ({
    key: 'app:undo.listFeedsRemoved',
    values: { title: rows.lists?.get(listId)?.title ?? listId, count: feedIds.length },
  }),
})

const withFeedIds =
  (listId: string, change: (feedIds: readonly string[]) => string[]) => (rows: ReadonlyMap<string, List>) => {
    const row = rows.get(listId)
    if (!row) return null
    const feedIds = change(row.feedIds)
    return feedIds.length === row.feedIds.length ? null : { [listId]: { ...row, feedIds } }
  }

/** An empty description or image clears it. */
function toWire<Form extends Partial<ListForm>>({ description, image, ...form }: Form) {
  return {
    ...form,
    ...(description !== undefined && { description: description.trim() || null }),
    ...(image !== undefined && { image: image.trim() || null }),
  }
}

const subscriptionOf = (
  listId: string,
  { view, userId, at, isPrivate, title, category }: ListFollow & Author,
): LocalSubscription => ({
  id: `list/${listId}`,
  type: 'list',
  feedId: null,
  listId,
  inboxId: null,
  userId,
  view,
  isPrivate: isPrivate ?? false,
  hideFromTimeline: false,
  title: title || null,
  category: category || null,
  createdAt: at,
})

function optimisticList({ owner, userId, at, ...form }: CreateArgs, id: string): List {
  const time = new Date(at).toISOString()
  return {
    type: 'list',
    id,
    ...form,
    feedIds: [],
    ownerUserId: userId,
    owner,
    createdAt: time,
    updatedAt: time,
  }
}
