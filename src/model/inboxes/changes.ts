/** Creating and deleting inboxes, and deleting their entries. Renaming is an edit of the subscription. */
import { attach, sample } from 'effector'
import type { LocalSubscription } from '../../local/calls.ts'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $statuses } from '../entries/statuses.ts'
import { $location, navigationRequested } from '../location/index.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { $inboxes } from '../subscriptions/tables.ts'
import { $list, rowsRemoved } from '../timeline/list.ts'
import { neighbourOf } from '../timeline/neighbour-of.ts'
import { timelineRefetched } from '../timeline/state.ts'
import { inboxCreateRequested, inboxDeleteRequested, mailDeleteRequested } from './events.ts'

type CreateArgs = {
  readonly handle: string
  readonly title: string
  readonly userId: string
  readonly at: number
}
const createInbox = defineMutation<CreateArgs, unknown>({
  name: 'inboxes.create',
  resource: 'inboxes',
  updates: (args) => ({
    subscriptions: (rows) => {
      const row = optimisticSubscription(args)
      return rows.has(row.id) ? {} : { [row.id]: row }
    },
    // The server makes the secret.
    inboxes: (rows) =>
      rows.has(args.handle)
        ? {}
        : { [args.handle]: { type: 'inbox', id: args.handle, secret: '', title: args.title } },
  }),
  // The server refuses a handle that the user has already, with a message.
  sendIfUnchanged: true,
  send: (api, { handle, title }, { id }) => api.inboxes.create({ handle, title }, { idempotencyKey: id }),
})
sample({
  clock: inboxCreateRequested,
  source: { session: $session, services: $services },
  fn: ({ session, services }, { handle, title }) => ({
    args: {
      handle: handle.trim(),
      title: title.trim(),
      userId: session.user?.id ?? '',
      at: services.clock.now(),
    },
  }),
  target: createInbox.requested,
})
sample({
  clock: createInbox.accepted,
  fn: ({ args: { handle } }) => ({
    key: 'app:inbox.created',
    values: { handle },
    action: {
      title: 'app:inbox.showAddress',
      command: 'inbox:edit',
      args: { subscriptions: [`inbox/${handle}`] },
    },
  }),
  target: infoNotified,
})

const deleteInbox = defineMutation<{ readonly handle: string }, unknown>({
  name: 'inboxes.delete',
  resource: 'inboxes',
  updates: ({ handle }) => ({
    subscriptions: (rows) => (rows.has(`inbox/${handle}`) ? { [`inbox/${handle}`]: null } : null),
    inboxes: (rows) => (rows.has(handle) ? { [handle]: null } : null),
    counts: (rows) => (rows.has(handle) ? { [handle]: null } : null),
  }),
  send: (api, { handle }, { id }) => api.inboxes.delete({ handle }, { idempotencyKey: id }),
})
sample({ clock: inboxDeleteRequested, fn: (args) => ({ args }), target: deleteInbox.requested })
sample({
  clock: inboxDeleteRequested,
  source: $location,
  filter: ({ source }, { handle }) => source.kind === 'inbox' && source.id === handle,
  fn: () => ({ source: { kind: 'all' } as const }),
  target: navigationRequested,
})
sample({
  clock: [createInbox.accepted, deleteInbox.accepted],
  fn: () => {},
  target: [subscriptionsRequested, countsRequested],
})

type MailArgs = {
  readonly entries: readonly { readonly id: string; readonly feedId: string; readonly unread: boolean }[]
}
const deleteMail = defineMutation<MailArgs, unknown>({
  name: 'inboxes.deleteEntries',
  resource: 'inboxes',
  updates: ({ entries }) => ({
    counts: (rows) => {
      const unread = Map.groupBy(
        entries.filter((entry) => entry.unread),
        ({ feedId }) => feedId,
      )
      return Object.fromEntries(
        [...unread].map(([id, { length }]) => [id, Math.max(0, (rows.get(id) ?? 0) - length)]),
      )
    },
  }),
  sendIfUnchanged: true,
  send: async (api, { entries }, { id }) => {
    for (const { id: entryId } of entries)
      // One after another, under keys that a retry repeats.
      await api.entries.inboxDelete({ entryId }, { idempotencyKey: `${id}.${entryId}` })
  },
})
/** Also of rows that are selected but not loaded. */
const resolveFx = attach({
  source: { services: $services, statuses: $statuses, inboxes: $inboxes },
  effect: async (
    { services: { local }, statuses, inboxes },
    { ids }: { readonly ids: readonly string[] },
  ): Promise<MailArgs> => {
    const stored = await local.call('entries.heads', ids)
    const ofInboxes = stored.filter(({ feedId }) => inboxes.has(feedId))
    return {
      entries: ofInboxes.map(({ id, feedId, read }) => ({
        id,
        feedId,
        unread: !(statuses.get(id)?.read ?? read),
      })),
    }
  },
})
sample({ clock: mailDeleteRequested, target: resolveFx })
notifyFailures(resolveFx.failData)
const mailDeleted = resolveFx.doneData.filter({ fn: ({ entries }) => entries.length > 0 })
const idsOf = ({ entries }: MailArgs): readonly string[] => entries.map(({ id }) => id)

// The next entry opens in place of the open one.
sample({
  clock: mailDeleted,
  source: { location: $location, list: $list },
  filter: ({ location }, { entries }) => entries.some(({ id }) => id === location.entryId),
  fn: ({ location, list }, { entries }) => ({
    entryId: neighbourOf(list.listed.ids, location.entryId ?? '', new Set(entries.map(({ id }) => id))),
  }),
  target: navigationRequested,
})
const removeFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('entries.remove', ids),
})
sample({ clock: mailDeleted, fn: idsOf, target: [rowsRemoved, removeFx] })
sample({ clock: mailDeleted, fn: (args) => ({ args }), target: deleteMail.requested })
// An older response may have restored them.
sample({ clock: deleteMail.accepted, fn: ({ args }) => idsOf(args), target: [rowsRemoved, removeFx] })
sample({
  clock: deleteMail.accepted,
  fn: ({ args }) => ({ key: 'app:entry.deleted', values: { count: args.entries.length } }),
  target: infoNotified,
})
// The server still has them.
sample({ clock: deleteMail.refused, fn: () => {}, target: [timelineRefetched, countsRequested] })

const optimisticSubscription = ({ handle, title, userId, at }: CreateArgs): LocalSubscription => ({
  id: `inbox/${handle}`,
  type: 'inbox',
  feedId: null,
  listId: null,
  inboxId: handle,
  userId,
  // An inbox is always in the first view (wire-contract 8).
  view: 0,
  isPrivate: false,
  hideFromTimeline: false,
  title: title || null,
  category: null,
  createdAt: at,
})
