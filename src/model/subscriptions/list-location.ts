/** Lists: which are the user's own, and the view in which one is shown. */
import { combine, sample } from 'effector'
import { $location, locationEntered, navigationRequested } from '../location/index.ts'
import { $session } from '../session/state.ts'
import { $lists, $subscriptions } from './tables.ts'

/** Ids of the lists that the user owns, as far as they are subscribed. */
export const $ownListIds = combine(
  $lists,
  $session,
  (lists, { user }): ReadonlySet<string> =>
    new Set(
      [...lists.values()].flatMap(({ id, ownerUserId }) => (user && ownerUserId === user.id ? [id] : [])),
    ),
)

/** A list is shown in the view of its subscription: an address may lack the view, and the owner may move the list. */
sample({
  clock: [locationEntered, $subscriptions],
  source: { location: $location, subscriptions: $subscriptions },
  filter: ({ location: { source, view }, subscriptions }) =>
    source.kind === 'list' && (subscriptions.get(`list/${source.id}`)?.view ?? view) !== view,
  fn: ({ location: { source, view, entryId }, subscriptions }) => ({
    source,
    entryId,
    view: (source.kind === 'list' ? subscriptions.get(`list/${source.id}`)?.view : undefined) ?? view,
  }),
  target: navigationRequested,
})
