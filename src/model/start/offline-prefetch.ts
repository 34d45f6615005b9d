/**
 * Offline prefetch: the first pages of each view and the contents of the newest entries, fetched sequentially in the
 * background. A new round aborts the previous one.
 */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { View } from '../../contract/views.ts'
import { laterLoaded } from '../app/ready.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { fetchMissingContents } from '../entries/fetch-missing-contents.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { entrySummariesChanged } from '../entries/index.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { wentOffline } from '../network/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $location } from '../location/index.ts'
import { $services, type Services } from '../services.ts'
import { $session, userAuthenticated, userChanged } from '../session/index.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import { $subscribedFeeds, $viewTabs, feedsImported, subscriptionsReceived } from '../subscriptions/index.ts'
import { createTimer } from '../timer.ts'
import { localRowsAdded, rowsPrefetched, timelineRefetched } from '../timeline/index.ts'
import { feedIdsOf } from '../timeline/sources.ts'

/** Enough for a flight; two hundred feeds take a few requests. */
const ENTRIES_PER_VIEW = 500
const PAGE_SIZE = 100
const CONTENTS_PER_ROUND = 1000
/** ms after the user's own requests, and between two requests of the prefetch. */
const START_MS = 3000
const PAUSE_MS = 250

/** A failure other than of the network: follow.db could not store the entries. */
const prefetchFailed = createEvent<unknown>()
/** New entries of a view were stored. */
const viewPrefetched = createEvent<{ view: View }>()

/** Aborts the current round; each round has its own controller. */
const $stop = createStore(new AbortController(), { serialize: 'ignore' })
const renewFx = attach({
  source: $stop,
  effect: (running, starts: boolean) => {
    running.abort()
    return { stop: new AbortController(), starts }
  },
})
$stop.on(renewFx.doneData, (_, { stop }) => stop)

const timer = createTimer()
/** The user was authenticated before this was loaded. */
const loadedLate = sample({
  clock: laterLoaded,
  source: $session,
  filter: ({ status }) => status === 'authenticated',
  fn: () => {},
})
sample({
  clock: [userAuthenticated, loadedLate, subscriptionsReceived, feedsImported, timelineRefetched],
  fn: () => START_MS,
  target: timer.started,
})
sample({ clock: timer.fired, fn: () => true, target: renewFx })
sample({ clock: [wentOffline, userChanged], fn: () => false, target: renewFx })

type PageRequest = { readonly view: View; readonly cursor: string | null; readonly signal: AbortSignal }
/** unknown: number of entries that follow.db did not have; next: cursor of the next page. */
type Page = { readonly size: number; readonly unknown: number; readonly next: string | null }
const pageFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { view, cursor, signal }: PageRequest): Promise<Page> => {
    const { api, local } = services
    const receive = scopeBind(storeEntriesFx, { safe: true })
    const summariesChanged = scopeBind(entrySummariesChanged, { safe: true })
    const feedsReceived = scopeBind(entryFeedsReceived, { safe: true })
    const { data = [] } = await api.entries.list(
      { view, limit: PAGE_SIZE, ...(cursor !== null && { publishedAfter: cursor }) },
      { signal },
    )
    const ids = data.map(({ entries }) => entries.id)
    const existing = await local.call('entries.heads', ids)
    feedsReceived(feedsFromWire(data))
    const stored = await receive({
      entries: data.map((item) => entryFromWire(item, view)),
      requestedAt: writes,
    })
    summariesChanged(stored.changed)
    return {
      size: ids.length,
      unknown: ids.length - existing.length,
      next: data.at(-1)?.entries.publishedAt ?? null,
    }
  },
})
/** A round completed: everything that it prefetches of these feeds is stored. */
const roundEnded = createEvent<readonly string[]>()
/** Feeds of the last complete round. Null before the first one: stored entries count as complete. */
const $completeFeeds = createStore<ReadonlySet<string> | null>(null, { serialize: 'ignore' })
  .on(roundEnded, (_, feedIds) => new Set(feedIds))
  // An import fetches feeds one after another, while a round may have run.
  .on(feedsImported, () => new Set())

/** Not awaited: a round takes minutes, and nothing depends on its completion. */
const roundFx = attach({
  source: { services: $services, tabs: $viewTabs, subscribed: $subscribedFeeds, complete: $completeFeeds },
  effect: ({ services, tabs, subscribed, complete }, signal: AbortSignal) => {
    const callbacks: RoundCallbacks = {
      stored: scopeBind(viewPrefetched, { safe: true }),
      ended: scopeBind(roundEnded, { safe: true }),
      page: scopeBind(pageFx, { safe: true }),
      failed: scopeBind(prefetchFailed, { safe: true }),
    }
    const views = tabs.filter(({ feeds }) => feeds > 0).map(({ view }) => view)
    const feedIds = views.flatMap((view) =>
      feedIdsOf({ view, source: { kind: 'all' } }, subscribed, { excludePrivate: false, autoGroup: false }),
    )
    const readsAllPages = complete !== null && feedIds.some((id) => !complete.has(id))
    void runRound(services, { views, feedIds, readsAllPages, signal }, callbacks)
  },
})
sample({
  clock: renewFx.doneData,
  filter: ({ starts }) => starts,
  fn: ({ stop }) => stop.signal,
  target: roundFx,
})

/** Who imports feeds wants to see their entries; what is prefetched otherwise does not move the list. */
const $isOfImport = createStore(false, { serialize: 'ignore' })
  .on(feedsImported, () => true)
  .reset(roundEnded)
const shownPrefetched = sample({
  clock: viewPrefetched,
  source: { location: $location, isOfImport: $isOfImport },
  filter: ({ location }, prefetched) => location.view === prefetched.view,
  fn: ({ isOfImport }) => isOfImport,
})
sample({ clock: shownPrefetched, filter: Boolean, fn: () => {}, target: localRowsAdded })
sample({ clock: shownPrefetched, filter: (isOfImport) => !isOfImport, fn: () => {}, target: rowsPrefetched })

type RoundCallbacks = {
  readonly stored: (result: { view: View }) => void
  readonly ended: (feedIds: readonly string[]) => void
  readonly page: (request: PageRequest) => Promise<Page>
  readonly failed: (error: unknown) => void
}
type Round = {
  readonly views: readonly View[]
  readonly feedIds: readonly string[]
  /** Entries of new feeds are interleaved with stored ones: a page without unknown entries does not end the view. */
  readonly readsAllPages: boolean
  readonly signal: AbortSignal
}
async function runRound(services: Services, round: Round, callbacks: RoundCallbacks): Promise<void> {
  const { views, feedIds, signal } = round
  try {
    for (const view of views)
      if (await prefetchView(services, view, round, callbacks.page)) callbacks.stored({ view })
    if (!signal.aborted) callbacks.ended(feedIds)
    await prefetchContents(services, feedIds, signal)
  } catch (error) {
    // After a lost connection, a refusal or an abort, the next round continues.
    if (asApiError(error) === null && !signal.aborted) callbacks.failed(error)
  }
}

notifyFailures(prefetchFailed)

/** Fetches the pages of a view until one has no unknown entry. @returns whether any page had one */
async function prefetchView(
  services: Services,
  view: View,
  { readsAllPages, signal }: Round,
  fetchPage: RoundCallbacks['page'],
): Promise<boolean> {
  let cursor: string | null = null
  let hasNew = false
  for (let seen = 0; seen < ENTRIES_PER_VIEW && !signal.aborted;) {
    const page: Page = await fetchPage({ view, cursor, signal })
    seen += page.size
    cursor = page.next
    hasNew ||= page.unknown > 0
    if (cursor === null || (page.unknown === 0 && !readsAllPages)) break
    await pause(services)
  }
  return hasNew
}

async function prefetchContents(
  services: Services,
  feedIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { ids } = await services.local.call('timeline.page', {
    of: { feedIds },
    unreadOnly: false,
    after: null,
    limit: CONTENTS_PER_ROUND,
  })
  await fetchMissingContents(services, ids, signal, () => pause(services))
}

const pause = ({ clock }: Services): Promise<void> =>
  new Promise((resolve) => {
    clock.after(PAUSE_MS, resolve)
  })
