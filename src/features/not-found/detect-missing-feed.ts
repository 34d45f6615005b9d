/**
 * Opens the feed-not-found screen: when the timeline of an unsubscribed feed is empty, a request checks whether the feed
 * exists.
 */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../model/api-errors.ts'
import { $location, screenRequested } from '../../model/location/index.ts'
import { $services } from '../../model/services.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { $timeline } from '../../model/timeline/index.ts'

/** The feed whose timeline is empty without a known reason; null when there is none. */
const $unexplainedFeedId = combine(
  $location,
  $timeline,
  $subscriptions,
  ({ source }, timeline, subscriptions) =>
    source.kind === 'feed' &&
    timeline.status === 'ready' &&
    timeline.ids.length === 0 &&
    !subscriptions.has(`feed/${source.id}`)
      ? source.id
      : null,
)

const checkFeedFx = attach({
  source: $services,
  effect: async ({ api }, id: string) => void (await api.feeds.get({ id })),
})

/** The feed that was checked last; reset on navigation. */
const $checkedId = createStore<string | null>(null, { serialize: 'ignore' })
  .on(checkFeedFx, (_, id) => id)
  .on($unexplainedFeedId, (checkedId, id) => (id === null ? null : checkedId))

/** The timeline may be empty already when this module loads. */
export const started = createEvent()

sample({
  clock: [$unexplainedFeedId, started],
  source: { id: $unexplainedFeedId, checkedId: $checkedId },
  filter: ({ id, checkedId }) => id !== null && id !== checkedId,
  fn: ({ id }) => id as string,
  target: checkFeedFx,
})
sample({
  clock: checkFeedFx.fail,
  source: $unexplainedFeedId,
  filter: (id, { params, error }) => id === params && isNotFound(error),
  fn: (_, { params }) => ({ path: `/feed-not-found/${encodeURIComponent(params)}` }),
  target: screenRequested,
})

function isNotFound(error: unknown): boolean {
  const known = asApiError(error)
  return known?.kind === 'refused' && known.key === 'feedNotFound'
}
