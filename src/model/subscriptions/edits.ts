/** Turns requests of panes and commands into mutations. */
import { createEvent, sample } from 'effector'
import type { ChangeTitle, LocalSubscription } from '../../local/calls.ts'
import { infoNotified } from '../app/events.ts'
import { changeRevised } from '../journal/state.ts'
import { mutationRequested } from '../outbox/define-mutation.ts'
import { canWithdraw, mutationsWithdrawn } from '../outbox/send.ts'
import { $outbox } from '../outbox/state.ts'
import { $location, sourceRenamed, type LocationSource } from '../location/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { $general } from '../settings/index.ts'
import {
  countsRequested,
  folderDeleted,
  folderRenamed,
  followRequested,
  subscriptionEdited,
  subscriptionsRequested,
  subscriptionsMoved,
  unfollowRequested,
} from './events.ts'
import { groupIntoFolders, type SubscribedFeed } from './build-tree.ts'
import { edit, follow, move, NONCE, refollow, unfollow } from './changes.ts'
import { $subscribedFeeds } from './tree.ts'
import type { SubscriptionPatch } from './types.ts'

sample({
  clock: followRequested,
  source: { session: $session, services: $services },
  fn: ({ session, services }, request) => ({
    args: { ...request, url: request.url.trim(), userId: session.user?.id ?? '', at: services.clock.now() },
  }),
  target: follow.requested,
})
/** The response has few details of the feed; its entries are fetched with the next page. */
sample({
  clock: [follow.accepted, refollow.accepted],
  fn: () => {},
  target: [subscriptionsRequested, countsRequested],
})

/** A feed that was opened before the server's response stays open. */
sample({
  clock: follow.accepted,
  source: $location,
  filter: ({ source }, { id, answer }) =>
    source.kind === 'feed' && source.id === NONCE + id && answer.feed !== null,
  fn: (_, { answer }): LocationSource => ({ kind: 'feed', id: answer.feed?.id ?? '' }),
  target: sourceRenamed,
})

/** Its inverse and title are known now. */
const followRevision = sample({
  clock: follow.accepted,
  source: $subscribedFeeds,
  fn: ({ subscriptions }, { id, args, answer: { feed } }) => {
    const subscription = subscriptions.get(`feed/${feed?.id ?? ''}`)
    return (
      subscription && {
        id,
        subscription: subscription.id,
        undo: { name: unfollow.name, args: { rows: [subscription] } },
        title: {
          key: 'app:undo.followed',
          many: 'app:undo.followedMany',
          values: { title: args.title || feed?.title || args.url, count: 1 },
        },
      }
    )
  },
}).filterMap((revision) => revision ?? undefined)
sample({ clock: followRevision, target: changeRevised })
sample({
  clock: followRevision,
  fn: ({ id, subscription, title: { key, values } }) => ({
    id,
    key,
    values,
    action: { title: 'common:action.undo', command: 'global:undo', args: { change: id } },
    otherAction: {
      title: 'app:follow.goThere',
      command: 'go:newest-subscription',
      args: { subscription },
    },
  }),
  target: infoNotified,
})

type Request = { readonly name: string; readonly args: unknown; readonly title?: ChangeTitle }
const mutationPrepared = createEvent<Request | null>()
sample({ clock: mutationPrepared.filterMap((request) => request ?? undefined), target: mutationRequested })

sample({
  clock: subscriptionEdited,
  source: $subscribedFeeds,
  fn: ({ subscriptions }, { id, patch }): Request | null => {
    const row = subscriptions.get(id)
    if (!row || isPending(row)) return null
    const title = 'title' in patch && { title: patch.title || null }
    const clean: SubscriptionPatch =
      row.type === 'inbox'
        ? { ...title }
        : { ...patch, ...title, ...('category' in patch && { category: patch.category || null }) }
    const changesIt = Object.entries(clean).some(
      ([key, value]) => row[key as keyof LocalSubscription] !== value,
    )
    return changesIt ? { name: edit.name, args: { id, patch: clean, view: clean.view ?? row.view } } : null
  },
  target: mutationPrepared,
})

sample({
  clock: subscriptionsMoved,
  source: $subscribedFeeds,
  fn: (followed, { ids, view, category, title }) =>
    moveOf(
      rowsOf(followed, ids),
      (row) => ({
        view: view ?? row.view,
        category: category === undefined ? row.category : category || null,
      }),
      title,
    ),
  target: mutationPrepared,
})
const folderNamed = sample({
  source: { followed: $subscribedFeeds, location: $location, general: $general },
  clock: [folderRenamed, folderDeleted],
  fn: ({ followed, location, general }, request) => {
    const name = 'from' in request ? request.from : request.name
    const feeds = [...followed.subscriptions.values()].filter(
      (one) => one.view === location.view && one.type === 'feed',
    )
    const members =
      groupIntoFolders(feeds, followed, general.autoGroup).named.find((one) => one.name === name)?.members ??
      []
    return { members, request }
  },
})
sample({
  clock: folderNamed,
  fn: ({ members, request }): Request | null => {
    const count = members.length
    if ('from' in request) {
      const to = request.to.trim()
      const renamed = { key: 'app:undo.folderRenamed', values: { title: request.from, to, count } }
      return moveOf(members, (row) => ({ view: row.view, category: to || null }), to ? renamed : undefined)
    }
    if (request.unfollow) return unfollowOf(members)
    const title = { key: 'app:undo.folderDeleted', values: { title: request.name, count } }
    return moveOf(members, (row) => ({ view: row.view, category: null }), title)
  },
  target: mutationPrepared,
})
sample({
  clock: unfollowRequested,
  source: $subscribedFeeds,
  fn: (followed, { ids }) => unfollowOf(rowsOf(followed, ids).filter((row) => !isPending(row))),
  target: mutationPrepared,
})
/** A subscription that was not sent yet is withdrawn. */
sample({
  clock: unfollowRequested,
  source: $outbox,
  filter: (outbox, { ids }) => ids.some((id) => canWithdraw(outbox, [mutationIdOf(id)])),
  fn: (_, { ids }) => [mutationIdOf(ids[0] ?? '')],
  target: mutationsWithdrawn,
})

/** Feeds and lists that the server has not accepted yet have a temporary id. */
const temporary = new RegExp(`^(feed|list)/${NONCE}`)
const mutationIdOf = (id: string): string => id.replace(temporary, '')
const isPending = ({ id }: LocalSubscription): boolean => temporary.test(id)
const rowsOf = ({ subscriptions }: SubscribedFeed, ids: readonly string[]): LocalSubscription[] =>
  ids.flatMap((id) => subscriptions.get(id) ?? [])

function moveOf(
  rows: readonly LocalSubscription[],
  to: (row: LocalSubscription) => Pick<LocalSubscription, 'view' | 'category'>,
  title?: ChangeTitle,
): Request | null {
  const moved = rows.filter(
    // Inboxes are always in the first view, outside of folders (wire-contract 8).
    (row) =>
      row.type !== 'inbox' &&
      !isPending(row) &&
      (to(row).view !== row.view || to(row).category !== row.category),
  )
  if (moved.length === 0) return null
  const seats = moved.map((row) => ({ id: row.id, view: to(row).view, category: to(row).category }))
  return { name: move.name, args: { seats }, ...(title && { title }) }
}

/** Inboxes are deleted, not unfollowed (model/inboxes). */
function unfollowOf(subscriptions: readonly LocalSubscription[]): Request | null {
  const rows = subscriptions.filter(({ type }) => type !== 'inbox')
  return rows.length > 0 ? { name: unfollow.name, args: { rows } } : null
}
