/** Offers to follow a list that is opened by its address. Loads once the app is idle. */
import { createEvent, createStore, sample } from 'effector'
import { $session } from '../../model/session/index.ts'
import { dialogOpened, type DialogRequest } from '../../model/layout/index.ts'
import { $location, locationEntered, type LocationSource } from '../../model/location/index.ts'
import {
  $subscriptions,
  subscriptionsReceived,
  subscriptionsRequested,
} from '../../model/subscriptions/index.ts'

export const started = createEvent()

const listIdOf = (source: LocationSource): string | null => (source.kind === 'list' ? source.id : null)
const checked = createEvent<{ listId: string; isFollowed: boolean }>()
/** The list of the location, until it is known whether it is followed. A list that is unfollowed while open is not offered. */
const $uncheckedId = createStore<string | null>(null, { serialize: 'ignore' })
  .on(locationEntered, (_, { source }) => listIdOf(source))
  .reset(checked)
const openAtStart = sample({ clock: started, source: $location, fn: ({ source }) => listIdOf(source) })
sample({ clock: openAtStart, target: $uncheckedId })
// The subscriptions were received before this was loaded.
sample({
  clock: openAtStart,
  filter: (listId) => listId !== null,
  fn: () => {},
  target: subscriptionsRequested,
})

/** It may have been followed on another device. */
const $isReceived = createStore(false, { serialize: 'ignore' }).on(subscriptionsReceived, () => true)

sample({
  clock: [$uncheckedId, $isReceived],
  source: { listId: $uncheckedId, isReceived: $isReceived, subscriptions: $subscriptions, session: $session },
  filter: ({ listId, isReceived, session }) => listId !== null && isReceived && session.user !== null,
  fn: ({ listId, subscriptions }) => ({
    listId: listId ?? '',
    isFollowed: subscriptions.has(`list/${listId}`),
  }),
  target: checked,
})
sample({
  clock: checked,
  filter: ({ isFollowed }) => !isFollowed,
  fn: ({ listId }): DialogRequest => ({ id: 'follow-list', props: { listId } }),
  target: dialogOpened,
})
