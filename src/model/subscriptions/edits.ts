/** Turns requests of panes and commands into mutations, each journaled with its inverse. */
import { createEvent, sample } from 'effector'
import type { JournalRow, LocalSubscription } from '../../local/calls.ts'
import { changeJournaled } from '../journal/state.ts'
import { mutationRequested } from '../outbox/define-mutation.ts'
import { canWithdraw, mutationWithdrawn } from '../outbox/send.ts'
import { $outbox } from '../outbox/state.ts'
import { $location } from '../location/index.ts'
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

/** A mutation and its inverse. */
type UndoableMutation = {
  readonly name: string
  readonly args: unknown
  readonly title: JournalRow['title']
  readonly undo: JournalRow['undo']
}
const mutationPrepared = createEvent<UndoableMutation | null>()
const identified = sample({
  clock: mutationPrepared.filterMap((request) => request ?? undefined),
  source: $services,
  fn: ({ newId, clock }, request) => ({ ...request, id: newId(), at: clock.now() }),
})
sample({
  clock: identified,
  fn: ({ id, at, title, undo }) => ({ id, at, title, undo }),
  target: changeJournaled,
})
sample({ clock: identified, fn: ({ id, name, args }) => ({ id, name, args }), target: mutationRequested })

sample({
  clock: subscriptionEdited,
  source: $subscribedFeeds,
  fn: (followed, { id, patch }): UndoableMutation | null => {
    const row = followed.subscriptions.get(id)
    if (!row || isPending(row)) return null
    const { view, category, title, isPrivate } = row
    const clean = {
      ...patch,
      ...('title' in patch && { title: patch.title || null }),
      ...('category' in patch && { category: patch.category || null }),
    }
    const changesIt = Object.entries(clean).some(
      ([key, value]) => row[key as keyof LocalSubscription] !== value,
    )
    return changesIt
      ? {
          name: edit.name,
          args: { id, patch: clean, view: clean.view ?? view },
          title: { key: 'app:undo.edited', values: { title: titleOf(row, followed) } },
          undo: { name: edit.name, args: { id, view, patch: { view, category, title, isPrivate } } },
        }
      : null
  },
  target: mutationPrepared,
})

sample({
  clock: subscriptionsMoved,
  source: $subscribedFeeds,
  fn: (followed, { ids, view, category }) =>
    moveOf(rowsOf(followed, ids), (row) => ({
      view: view ?? row.view,
      category: category === undefined ? row.category : category || null,
    })),
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
    return { followed, members, request }
  },
})
sample({
  clock: folderNamed,
  fn: ({ followed, members, request }) => {
    if ('from' in request)
      return moveOf(members, (row) => ({ view: row.view, category: request.to.trim() || null }))
    return request.unfollow
      ? unfollowOf(members, followed)
      : moveOf(members, (row) => ({ view: row.view, category: null }))
  },
  target: mutationPrepared,
})
sample({
  clock: unfollowRequested,
  source: $subscribedFeeds,
  fn: (followed, { ids }) =>
    unfollowOf(
      rowsOf(followed, ids).filter((row) => !isPending(row)),
      followed,
    ),
  target: mutationPrepared,
})
/** A subscription that was not sent yet is withdrawn. */
sample({
  clock: unfollowRequested,
  source: $outbox,
  filter: (outbox, { ids }) => ids.some((id) => canWithdraw(outbox, mutationIdOf(id))),
  fn: (_, { ids }) => mutationIdOf(ids[0] ?? ''),
  target: mutationWithdrawn,
})

const mutationIdOf = (id: string): string => id.replace(`feed/${NONCE}`, '')
const isPending = ({ id }: LocalSubscription): boolean => id.startsWith(`feed/${NONCE}`)
const rowsOf = ({ subscriptions }: SubscribedFeed, ids: readonly string[]): LocalSubscription[] =>
  ids.flatMap((id) => subscriptions.get(id) ?? [])

function moveOf(
  rows: readonly LocalSubscription[],
  to: (row: LocalSubscription) => Pick<LocalSubscription, 'view' | 'category'>,
): UndoableMutation | null {
  const moved = rows.filter(
    (row) => !isPending(row) && (to(row).view !== row.view || to(row).category !== row.category),
  )
  if (moved.length === 0) return null
  const moves = (of: (row: LocalSubscription) => Pick<LocalSubscription, 'view' | 'category'>) =>
    moved.map((row) => ({ id: row.id, view: of(row).view, category: of(row).category }))
  return {
    name: move.name,
    args: { seats: moves(to) },
    title: { key: 'app:undo.moved', values: { count: moved.length } },
    undo: { name: move.name, args: { seats: moves((row) => row) } },
  }
}

function unfollowOf(rows: readonly LocalSubscription[], followed: SubscribedFeed): UndoableMutation | null {
  const [first] = rows
  if (!first) return null
  const counts = rows.flatMap(({ feedId }) =>
    feedId && followed.counts.has(feedId) ? [[feedId, followed.counts.get(feedId)] as const] : [],
  )
  return {
    name: unfollow.name,
    args: { rows },
    title: { key: 'app:undo.unfollowed', values: { title: titleOf(first, followed), count: rows.length } },
    undo: {
      name: refollow.name,
      args: {
        rows: rows.map((row) => ({ ...row, url: followed.feeds.get(row.feedId ?? '')?.url ?? null })),
        counts: Object.fromEntries(counts),
      },
    },
  }
}

function titleOf(row: LocalSubscription, followed: SubscribedFeed): string {
  const feedOrList = followed.feeds.get(row.feedId ?? '') ?? followed.lists.get(row.listId ?? '')
  return row.title ?? feedOrList?.title ?? followed.feeds.get(row.feedId ?? '')?.url ?? row.id
}
