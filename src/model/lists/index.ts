/** Lists: following, creating, editing, and the feeds in them. Loads with the lists' dialogs and settings page. */
import { attach, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { List } from '../../contract/shapes.ts'
import type { Output } from '../../contract/calls.ts'
import { $location, navigationRequested, sourceRenamed, type LocationSource } from '../location/index.ts'
import { dialogOpened, type DialogRequest } from '../layout/dialogs.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { countsRequested, listAmountsReceived, subscriptionsRequested } from '../subscriptions/events.ts'
import { NONCE } from '../subscriptions/changes.ts'
import { $lists } from '../subscriptions/tables.ts'
import { addFeeds, createList, deleteList, editList, followList, removeFeeds } from './changes.ts'
import {
  listCreateRequested,
  listDeleteRequested,
  listEditRequested,
  listFeedsAddRequested,
  listFeedsRemoveRequested,
  listFollowRequested,
  type ListFollow,
} from './events.ts'

export * from './events.ts'

export type ListDetails = Output<'lists.get'>['data']
export type OwnList = Output<'lists.list'>['data'][number]

/** A list with its newest entries and number of followers. */
export const listDetailsFx = attach({
  source: $services,
  effect: async ({ api }, listId: string): Promise<ListDetails> => (await api.lists.get({ listId })).data,
})
/** The user's own lists, also those that they do not follow. */
export const ownListsFx = attach({
  source: $services,
  effect: async ({ api }): Promise<readonly OwnList[]> => (await api.lists.list({})).data,
})
sample({
  clock: ownListsFx.doneData,
  fn: (own) =>
    own.map(({ id, subscriptionCount = null, purchaseAmount = null }) => ({
      id,
      subscriptionCount,
      purchaseAmount: purchaseAmount === null ? null : String(purchaseAmount),
    })),
  target: listAmountsReceived,
})

const $author = {
  session: $session,
  services: $services,
}
const authorOf = ({
  session,
  services,
}: {
  session: { user: { id: string } | null }
  services: { clock: { now: () => number } }
}) => ({
  userId: session.user?.id ?? '',
  at: services.clock.now(),
})

sample({
  clock: listFollowRequested,
  source: $author,
  fn: (source, { list: { feeds: _, ...list }, ...follow }) => ({
    args: { list, ...follow, ...authorOf(source) },
  }),
  target: followList.requested,
})
/** Follows a list with a fee. It costs something, so it is never queued. @throws twoFactorCodeRequired for a larger fee */
export const listBuyFx = attach({
  source: $services,
  effect: (
    { api, newId },
    { list, code, ...follow }: ListFollow & { readonly list: List; readonly code?: string },
  ) =>
    api.subscriptions.create(
      { listId: list.id, ...follow, ...(code && { TOTPCode: code }) },
      { idempotencyKey: newId() },
    ),
})

sample({
  clock: listCreateRequested,
  source: $author,
  fn: (source, form) => {
    const { user } = source.session
    const owner = user && { ...user, suspended: null }
    return { args: { ...form, owner, ...authorOf(source) } }
  },
  target: createList.requested,
})
const isSaved = ({ listId }: { readonly listId: string }): boolean => !listId.startsWith(NONCE)
sample({
  clock: listEditRequested,
  source: $lists,
  filter: (_, request) => isSaved(request),
  fn: (lists, { patch, ...request }) => ({
    args: { ...request, patch: changedIn(lists.get(request.listId), patch) },
  }),
  target: editList.requested,
})
sample({
  clock: listDeleteRequested,
  filter: isSaved,
  fn: (args) => ({ args }),
  target: deleteList.requested,
})
sample({
  clock: listDeleteRequested,
  source: $location,
  filter: ({ source }, { listId }) => source.kind === 'list' && source.id === listId,
  fn: () => ({ source: { kind: 'all' } as const }),
  target: navigationRequested,
})

/** Feeds that are not in the list yet; of an unknown list all. */
sample({
  clock: listFeedsAddRequested,
  source: $lists,
  filter: (_, request) => isSaved(request) && request.feedIds.length > 0,
  fn: (lists, request) => {
    const present = new Set(lists.get(request.listId)?.feedIds)
    const added = request.feedIds.filter((id) => !present.has(id))
    // The server reports that the list has all of them.
    return { args: added.length > 0 ? { ...request, feedIds: added } : request }
  },
  target: addFeeds.requested,
})
sample({
  clock: listFeedsRemoveRequested,
  filter: (request) => isSaved(request) && request.feedIds.length > 0,
  fn: (args) => ({ args }),
  target: removeFeeds.requested,
})

/** The owner has to confirm that feeds that are followed privately may be shown to others. */
const refusedAsPrivate = (error: unknown): boolean => {
  const known = asApiError(error)
  return known?.kind === 'refused' && known.key === 'privateFeedInList'
}
sample({
  clock: addFeeds.refused,
  filter: ({ error }) => refusedAsPrivate(error),
  fn: ({ args, error }): DialogRequest => ({
    id: 'show-private-feeds',
    props: { listId: args.listId, feedIds: args.feedIds, reason: reasonOf(error) },
  }),
  target: dialogOpened,
})
sample({
  clock: editList.refused,
  filter: ({ error }) => refusedAsPrivate(error),
  fn: ({ args, error }): DialogRequest => ({
    id: 'show-private-feeds',
    props: { listId: args.listId, patch: args.patch, reason: reasonOf(error) },
  }),
  target: dialogOpened,
})
const reasonOf = (error: unknown): string => {
  const known = asApiError(error)
  return (known?.kind === 'refused' && known.reason) || ''
}

const accepted = [
  followList.accepted,
  createList.accepted,
  editList.accepted,
  deleteList.accepted,
  addFeeds.accepted,
  removeFeeds.accepted,
  listBuyFx.done,
] as const
sample({ clock: [...accepted], fn: () => {}, target: [subscriptionsRequested, countsRequested] })
/** A new list that was opened before the server's response stays open. */
sample({
  clock: createList.accepted,
  source: $location,
  filter: ({ source }, { id }) => source.kind === 'list' && source.id === NONCE + id,
  fn: (_, { answer }): LocationSource => ({ kind: 'list', id: answer.data.id }),
  target: sourceRenamed,
})
const invalidateFx = attach({
  source: $services,
  effect: ({ queryClient }) => queryClient.invalidateQueries({ queryKey: ['lists'] }),
})
sample({
  clock: [...accepted, editList.refused, deleteList.refused, addFeeds.refused, removeFeeds.refused],
  fn: () => {},
  target: invalidateFx,
})

/** The fields that differ from the current list. */
function changedIn<Form extends object>(list: List | undefined, patch: Form): Form {
  const before = list as Readonly<Record<string, unknown>> | undefined
  const changed = Object.entries(patch).filter(([key, value]) => !before || (before[key] ?? '') !== value)
  return Object.fromEntries(changed) as Form
}
