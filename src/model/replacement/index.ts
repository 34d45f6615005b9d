/** Replaces a dead feed by another one: follows it with the same settings, then unfollows the old one. */
import { createEvent, createStore, sample } from 'effector'
import { follow } from '../subscriptions/changes.ts'
import { followRequested, unfollowRequested } from '../subscriptions/events.ts'
import { $subscriptions } from '../subscriptions/tables.ts'

/** subscriptionId: of the old feed (type/targetId). url: of the new one. */
export const replacementRequested = createEvent<{
  readonly subscriptionId: string
  readonly url: string
}>()

/** Old subscriptions by the replacing address, until the server has responded. */
const $replaced = createStore<ReadonlyMap<string, string>>(new Map(), { serialize: 'ignore' })
  .on(
    replacementRequested,
    (replaced, { subscriptionId, url }) => new Map([...replaced, [url, subscriptionId]]),
  )
  .on(follow.refused, (replaced, { args }) => {
    const next = new Map(replaced)
    return next.delete(args.url) ? next : replaced
  })

sample({
  clock: replacementRequested,
  source: $subscriptions,
  filter: (rows, { subscriptionId }) => rows.has(subscriptionId),
  fn: (rows, { subscriptionId, url }) => {
    const { view = 0, category = null, title = null, isPrivate = false } = rows.get(subscriptionId) ?? {}
    return { url, view, category, title, isPrivate }
  },
  target: followRequested,
})
// Not earlier: a refusal must not cost the subscription that the user has.
sample({
  clock: follow.accepted,
  source: $replaced,
  filter: (replaced, { args }) => replaced.has(args.url),
  fn: (replaced, { args }) => ({ ids: [replaced.get(args.url) ?? ''] }),
  target: unfollowRequested,
})
