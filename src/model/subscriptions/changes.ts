/** Follow, edit, move, unfollow: as optimistic mutations that can be undone. */
import type { View } from '../../contract/views.ts'
import type { Api } from '../../api/index.ts'
import type { LocalFeed, LocalSubscription } from '../../local/calls.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { describeEdit, describeMove, describeUnfollow } from './change-titles.ts'
import type { FollowRequest } from './events.ts'
import type { SubscriptionPatch } from './types.ts'
import type { Output } from '../../contract/calls.ts'

/** Unsaved feeds have a temporary id (spec 3): this prefix and the mutation id. */
export const NONCE = 'nonce-'
type FollowArgs = FollowRequest & { readonly userId: string; readonly at: number }
type Followed = Output<'subscriptions.create'>

export const follow = defineMutation<FollowArgs, Followed>({
  name: 'subscriptions.follow',
  resource: 'subscriptions',
  updates: (args, id) => {
    const subscription = optimisticSubscription(args, NONCE + id)
    const feed: LocalFeed = { type: 'feed', id: NONCE + id, url: args.url, title: args.title ?? null }
    return {
      subscriptions: () => ({ [subscription.id]: subscription }),
      feeds: () => ({ [feed.id]: feed }),
    }
  },
  send: (api, { url, view, category, title, isPrivate }, { id }) =>
    api.subscriptions.create({ url, view, category, title, isPrivate }, { idempotencyKey: id }),
  reconcile: (args, { feed, unread }, id) => ({
    subscriptions: () => ({
      [`feed/${NONCE}${id}`]: null,
      ...(feed && { [`feed/${feed.id}`]: optimisticSubscription(args, feed.id) }),
    }),
    feeds: () => ({
      [NONCE + id]: null,
      ...(feed && { [feed.id]: { ...feed, type: 'feed' as const } }),
    }),
    counts: () => unread,
  }),
  // The feed's id is the server's.
  inverse: () => 'later',
  describe: ({ url, title }) => ({
    key: 'app:undo.followed',
    many: 'app:undo.followedMany',
    values: { title: title || url, count: 1 },
  }),
})

type EditArgs = { readonly id: string; readonly patch: SubscriptionPatch; readonly view: View }
export const edit = defineMutation<EditArgs, unknown>({
  name: 'subscriptions.edit',
  resource: 'subscriptions',
  updates: ({ id, patch }) => ({
    subscriptions: (rows) => {
      const row = rows.get(id)
      return row ? { [id]: { ...row, ...patch } } : null
    },
  }),
  // An empty title or folder clears it (wire-contract 8); the server reads null the same way.
  send: (api, { id, patch, view }, context) => {
    const options = { idempotencyKey: context.id }
    // An inbox has a title only; it is not a subscription of the server.
    return id.startsWith('inbox/')
      ? api.inboxes.update({ handle: id.slice('inbox/'.length), title: patch.title ?? '' }, options)
      : api.subscriptions.update({ ...target(id), view, ...patch }, options)
  },
  announced: true,
  inverse: ({ id }, { rows }) => {
    const row = rows.subscriptions?.get(id)
    if (!row) return null
    const { view, category, title, isPrivate, hideFromTimeline } = row
    const patch = { view, category, title, isPrivate, hideFromTimeline }
    return { name: 'subscriptions.edit', args: { id, view, patch } }
  },
  describe: ({ id, patch }, { rows }) => describeEdit(id, patch, rows),
})

type Move = { readonly id: string; readonly view: View; readonly category: string | null }
/** The new view and folder of each subscription. Renaming or deleting a folder is a move, too. */
export const move = defineMutation<{ readonly seats: readonly Move[] }, unknown>({
  name: 'subscriptions.move',
  resource: 'subscriptions',
  updates: ({ seats }) => ({
    subscriptions: (rows) => {
      const patches = seats.flatMap(({ id, view, category }) => {
        const row = rows.get(id)
        return row && (row.view !== view || row.category !== category)
          ? [[id, { ...row, view, category }] as const]
          : []
      })
      return patches.length > 0 ? Object.fromEntries(patches) : null
    },
  }),
  send: async (api, { seats }, { id }) => {
    const groups = Map.groupBy(seats, ({ view, category }) => `${view}/${category ?? ''}`)
    let part = 0
    for (const group of groups.values()) await sendMoves(api, group, `${id}.${part++}`)
  },
  announced: true,
  inverse: ({ seats }, { rows }) => ({
    name: 'subscriptions.move',
    args: {
      seats: seats.flatMap(({ id }) => {
        const row = rows.subscriptions?.get(id)
        return row ? [{ id, view: row.view, category: row.category }] : []
      }),
    },
  }),
  describe: ({ seats }, { rows }) => describeMove(seats, rows),
})

export const unfollow = defineMutation<{ readonly rows: readonly LocalSubscription[] }, unknown>({
  name: 'subscriptions.unfollow',
  resource: 'subscriptions',
  updates: ({ rows: removed }) => ({
    subscriptions: (rows) => {
      const existing = removed.filter(({ id }) => rows.has(id))
      return existing.length > 0 ? Object.fromEntries(existing.map(({ id }) => [id, null])) : null
    },
    counts: (rows) =>
      Object.fromEntries(
        removed.flatMap(({ feedId }) => (feedId && rows.has(feedId) ? [[feedId, null]] : [])),
      ),
  }),
  send: async (api, { rows }, { id }) => {
    const feedIdList = rows.flatMap(({ feedId }) => feedId ?? [])
    if (feedIdList.length > 0)
      await api.subscriptions.delete({ feedIdList }, { idempotencyKey: `${id}.feeds` })
    for (const { listId } of rows)
      if (listId) await api.subscriptions.delete({ listId }, { idempotencyKey: `${id}.${listId}` })
  },
  announced: true,
  inverse: ({ rows: removed }, { rows }) => ({
    name: refollow.name,
    args: {
      rows: removed.map((row) => ({ ...row, url: rows.feeds?.get(row.feedId ?? '')?.url ?? null })),
      counts: Object.fromEntries(
        removed.flatMap(({ feedId }) => {
          const count = feedId === null ? undefined : rows.counts?.get(feedId)
          return feedId === null || count === undefined ? [] : [[feedId, count]]
        }),
      ),
    },
  }),
  describe: ({ rows: removed }, { rows }) => describeUnfollow(removed, rows),
})

type RefollowArgs = {
  readonly rows: readonly (LocalSubscription & { readonly url: string | null })[]
  readonly counts: Readonly<Record<string, number>>
}
/** The inverse of an unfollow. */
export const refollow = defineMutation<RefollowArgs, Followed[]>({
  name: 'subscriptions.refollow',
  resource: 'subscriptions',
  updates: ({ rows, counts }) => ({
    subscriptions: () => Object.fromEntries(rows.map(({ url: _, ...row }) => [row.id, row])),
    counts: () => counts,
  }),
  send: async (api, { rows }, { id }) => {
    const responses: Followed[] = []
    for (const { url, feedId, listId, view, category, title, isPrivate, hideFromTimeline } of rows) {
      const idempotencyKey = `${id}.${feedId ?? listId ?? ''}`
      const response = await api.subscriptions.create(
        {
          ...(listId ? { listId } : { feedId: feedId ?? undefined, url: url ?? undefined }),
          view,
          category,
          title,
          isPrivate,
        },
        { idempotencyKey },
      )
      responses.push(response)
      if (hideFromTimeline)
        await api.subscriptions.update(
          {
            ...(listId ? { listId } : { feedId: response.feed?.id ?? feedId ?? undefined }),
            view,
            hideFromTimeline,
          },
          { idempotencyKey: `${idempotencyKey}.hidden` },
        )
    }
    return responses
  },
  // A private feed is deleted with its last subscription: following it again creates a feed with another id.
  reconcile: ({ rows }, responses) => {
    const followed = rows.map(({ url: _, ...row }, at) => {
      const feed = responses[at]?.feed
      return { row, feed: feed && row.feedId && feed.id !== row.feedId ? feed : null }
    })
    const renewed = followed.flatMap(({ row, feed }) => (feed ? [{ row, feed }] : []))
    return {
      subscriptions: () =>
        Object.fromEntries(
          followed.flatMap(({ row, feed }): [string, LocalSubscription | null][] => {
            if (!feed) return [[row.id, row]]
            const id = `feed/${feed.id}`
            return [
              [row.id, null],
              [id, { ...row, id, feedId: feed.id }],
            ]
          }),
        ),
      feeds: () =>
        Object.fromEntries(renewed.map(({ feed }) => [feed.id, { ...feed, type: 'feed' as const }])),
      counts: () =>
        Object.assign(
          Object.fromEntries(renewed.map(({ row }) => [row.feedId, null])),
          ...responses.map(({ unread }) => unread),
        ),
    }
  },
})

function optimisticSubscription(args: FollowArgs, feedId: string): LocalSubscription {
  return {
    id: `feed/${feedId}`,
    type: 'feed',
    feedId,
    listId: null,
    inboxId: null,
    userId: args.userId,
    view: args.view,
    isPrivate: args.isPrivate ?? false,
    hideFromTimeline: false,
    title: args.title || null,
    category: args.category || null,
    createdAt: args.at,
  }
}

/** `feed/1` → { feedId: '1' } */
function target(id: string): { feedId: string } | { listId: string } {
  const [type, ...rest] = id.split('/')
  return type === 'list' ? { listId: rest.join('/') } : { feedId: rest.join('/') }
}

async function sendMoves(api: Api, seats: readonly Move[], key: string): Promise<void> {
  const [first] = seats
  if (!first) return
  const targets = seats.map(({ id }) => target(id))
  const feedIds = targets.flatMap((one) => ('feedId' in one ? one.feedId : []))
  const { view, category } = first
  if (feedIds.length > 0) await api.subscriptions.batch({ feedIds, view, category }, { idempotencyKey: key })
  for (const one of targets)
    if ('listId' in one)
      await api.subscriptions.update({ ...one, view, category }, { idempotencyKey: `${key}.${one.listId}` })
}
