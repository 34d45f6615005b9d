/** From what panes and commands ask to changes, each with its way back. */
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
  fn: ({ session, services }, wish) => ({
    args: { ...wish, url: wish.url.trim(), userId: session.user?.id ?? '', at: services.clock.now() },
  }),
  target: follow.asked,
})
/** The answer says little of the feed; its entries arrive with the next page. */
sample({
  clock: [follow.accepted, refollow.accepted],
  fn: () => {},
  target: [subscriptionsRequested, countsRequested],
})

/** A change, and how it is taken back. */
type Wish = {
  readonly name: string
  readonly args: unknown
  readonly title: JournalRow['title']
  readonly undo: JournalRow['undo']
}
const wished = createEvent<Wish | null>()
const numbered = sample({
  clock: wished.filterMap((wish) => wish ?? undefined),
  source: $services,
  fn: ({ newId, clock }, wish) => ({ ...wish, id: newId(), at: clock.now() }),
})
sample({
  clock: numbered,
  fn: ({ id, at, title, undo }) => ({ id, at, title, undo }),
  target: changeJournaled,
})
sample({ clock: numbered, fn: ({ id, name, args }) => ({ id, name, args }), target: mutationRequested })

sample({
  clock: subscriptionEdited,
  source: $subscribedFeeds,
  fn: (followed, { id, patch }): Wish | null => {
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
  target: wished,
})

sample({
  clock: subscriptionsMoved,
  source: $subscribedFeeds,
  fn: (followed, { ids, view, category }) =>
    moving(rowsOf(followed, ids), (row) => ({
      view: view ?? row.view,
      category: category === undefined ? row.category : category || null,
    })),
  target: wished,
})
const folderNamed = sample({
  source: { followed: $subscribedFeeds, place: $location, general: $general },
  clock: [folderRenamed, folderDeleted],
  fn: ({ followed, place, general }, asked) => {
    const name = 'from' in asked ? asked.from : asked.name
    const feeds = [...followed.subscriptions.values()].filter(
      (one) => one.view === place.view && one.type === 'feed',
    )
    const members =
      groupIntoFolders(feeds, followed, general.autoGroup).named.find((one) => one.name === name)?.members ??
      []
    return { followed, members, asked }
  },
})
sample({
  clock: folderNamed,
  fn: ({ followed, members, asked }) => {
    if ('from' in asked)
      return moving(members, (row) => ({ view: row.view, category: asked.to.trim() || null }))
    return asked.unfollow
      ? unfollowing(members, followed)
      : moving(members, (row) => ({ view: row.view, category: null }))
  },
  target: wished,
})
sample({
  clock: unfollowRequested,
  source: $subscribedFeeds,
  fn: (followed, { ids }) =>
    unfollowing(
      rowsOf(followed, ids).filter((row) => !isPending(row)),
      followed,
    ),
  target: wished,
})
/** One that the server does not know yet is simply not followed. */
sample({
  clock: unfollowRequested,
  source: $outbox,
  filter: (outbox, { ids }) => ids.some((id) => canWithdraw(outbox, changeOf(id))),
  fn: (_, { ids }) => changeOf(ids[0] ?? ''),
  target: mutationWithdrawn,
})

const changeOf = (id: string): string => id.replace(`feed/${NONCE}`, '')
const isPending = ({ id }: LocalSubscription): boolean => id.startsWith(`feed/${NONCE}`)
const rowsOf = ({ subscriptions }: SubscribedFeed, ids: readonly string[]): LocalSubscription[] =>
  ids.flatMap((id) => subscriptions.get(id) ?? [])

function moving(
  rows: readonly LocalSubscription[],
  to: (row: LocalSubscription) => Pick<LocalSubscription, 'view' | 'category'>,
): Wish | null {
  const moved = rows.filter(
    (row) => !isPending(row) && (to(row).view !== row.view || to(row).category !== row.category),
  )
  if (moved.length === 0) return null
  const seats = (of: (row: LocalSubscription) => Pick<LocalSubscription, 'view' | 'category'>) =>
    moved.map((row) => ({ id: row.id, view: of(row).view, category: of(row).category }))
  return {
    name: move.name,
    args: { seats: seats(to) },
    title: { key: 'app:undo.moved', values: { count: moved.length } },
    undo: { name: move.name, args: { seats: seats((row) => row) } },
  }
}

function unfollowing(rows: readonly LocalSubscription[], followed: SubscribedFeed): Wish | null {
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
  const own = followed.feeds.get(row.feedId ?? '') ?? followed.lists.get(row.listId ?? '')
  return row.title ?? own?.title ?? followed.feeds.get(row.feedId ?? '')?.url ?? row.id
}
