/** Makes the server check feeds for new entries now, and polls until it has (contract `feeds.check`). */
import { attach, createEvent, createStore, sample } from 'effector'
import { MAX_CHECKED_FEEDS } from '../../contract/limits.ts'
import type { FeedCheck } from '../../contract/feeds.ts'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $online } from '../network/index.ts'
import { $serverAhead } from '../network/server-clock.ts'
import { $services } from '../services.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'

/** ms between two requests. */
const POLL_MS = 1000
/** Requests in a row without progress, after which the remaining feeds are left to the server. */
const MAX_IDLE_POLLS = 45

type Run = {
  readonly id: string
  readonly feedIds: readonly string[]
  /** Feeds that are not checked yet. */
  readonly open: readonly string[]
  readonly checks: ReadonlyMap<string, FeedCheck>
  /** Whether this run fetched a feed; false: all had just been fetched. */
  readonly asked: boolean
  /** ms since 1970 */
  readonly startedAt: number
  readonly idlePolls: number
}
/** The results; feeds that take too long are `checking`. */
export type FeedsChecked = Pick<Run, 'feedIds' | 'asked' | 'startedAt'> & {
  readonly checks: readonly FeedCheck[]
}

/** Ids of feeds. One run at a time: a new one replaces the current one. */
export const feedCheckRequested = createEvent<{ readonly feedIds: readonly string[] }>()
export const feedsChecked = createEvent<FeedsChecked>()

const $run = createStore<Run | null>(null, { serialize: 'ignore' })
/** Progress of the check; null: none is running. */
export const $feedCheck = $run.map(
  (run) => run && { done: run.feedIds.length - run.open.length, total: run.feedIds.length },
)

sample({
  clock: feedCheckRequested,
  source: $online,
  filter: (online) => !online,
  fn: () => offlineNotice,
  target: infoNotified,
})
const started = sample({
  clock: feedCheckRequested,
  source: { online: $online, run: $run, services: $services, ahead: $serverAhead },
  filter: ({ online, run }, { feedIds }) =>
    online && feedIds.length > 0 && run?.feedIds.join() !== feedIds.join(),
  fn: ({ services: { clock, newId }, ahead }, { feedIds }): Run => ({
    id: newId(),
    feedIds,
    open: feedIds,
    checks: new Map(),
    asked: false,
    startedAt: clock.now() + ahead,
    idlePolls: 0,
  }),
})
const requestFx = attach({
  source: $services,
  effect: async ({ api }, { open }: Run) => {
    const ids = open.slice(0, MAX_CHECKED_FEEDS)
    return { ids, checks: (await api.feeds.check({ ids })).data.feeds }
  },
})
const timer = createTimer()
const due = sample({ clock: timer.fired, source: $run }).filterMap((run) => run ?? undefined)
sample({ clock: [started, due], target: requestFx })

const answered = sample({
  clock: requestFx.done,
  source: $run,
  filter: (run, { params }) => run?.id === params.id,
  fn: (_, { params, result }) => advanced(params, result),
})
$run.on([started, answered], (_, run) => run)
const isEnded = ({ open, idlePolls }: Run) => open.length === 0 || idlePolls >= MAX_IDLE_POLLS
sample({
  clock: answered.filter({ fn: (run) => !isEnded(run) }),
  fn: () => POLL_MS,
  target: timer.started,
})
const ended = answered.filter({ fn: isEnded })
sample({
  clock: ended,
  fn: ({ feedIds, asked, startedAt, checks }) => ({
    feedIds,
    asked,
    startedAt,
    checks: [...checks.values()],
  }),
  target: feedsChecked,
})

const failed = sample({
  clock: requestFx.fail,
  source: $run,
  filter: (run, { params }) => run?.id === params.id,
  fn: (_, { error }) => error,
})
$run.reset([ended, failed])
const offlineNotice = { id: 'refresh', key: 'app:feedback.offlineRefresh' }
notifyFailures(failed, offlineNotice)

const forgetFetchesFx = attach({
  source: $services,
  effect: ({ queryClient }, { feedIds }: FeedsChecked) => {
    for (const id of feedIds) void queryClient.invalidateQueries({ queryKey: ['feeds', 'fetches', id] })
  },
})
// Failures of feeds arrive with the subscriptions.
sample({ clock: feedsChecked, target: [forgetFetchesFx, countsRequested, subscriptionsRequested] })

/** The run after a response. Feeds that are still being checked come last, so that all others are requested. */
function advanced(run: Run, { ids, checks }: { ids: readonly string[]; checks: readonly FeedCheck[] }): Run {
  const all = new Map(run.checks)
  for (const check of checks) all.set(check.id, check)
  const checking = checks.flatMap(({ id, state }) => (state === 'checking' ? [id] : []))
  const open = [...run.open.slice(ids.length), ...checking]
  return {
    ...run,
    open,
    checks: all,
    asked: run.asked || checks.some((one) => one.asked || one.state === 'checking'),
    idlePolls: open.length < run.open.length ? 0 : run.idlePolls + 1,
  }
}
