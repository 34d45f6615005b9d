/**
 * Keeping for offline: the first pages of each view and the contents of the newest entries, fetched one after another
 * while nobody waits. A new round ends the one before.
 */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { View } from '../../contract/views.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { contentsFromLines, entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { headsChanged } from '../entries/index.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { wentOffline } from '../network/index.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $location } from '../location/index.ts'
import { $services, type Services } from '../services.ts'
import { userAuthenticated, userChanged } from '../session/index.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import { $subscribedFeeds, $viewTabs, feedsImported, subscriptionsArrived } from '../subscriptions/index.ts'
import { createTimer } from '../timer.ts'
import { placeFilled, timelineRefetched } from '../timeline/index.ts'
import { feedIdsOf } from '../timeline/sources.ts'

/** Enough for a flight; a library of two hundred feeds is a few requests. */
const ENTRIES_A_VIEW = 500
const PAGE = 100
const CONTENTS_A_ROUND = 1000
const CONTENTS_AT_ONCE = 50
/** After the person's own requests, and between two of ours. */
const START_MS = 3000
const BREATH_MS = 250

export const prefetchStopped = createEvent()
/** Not the network's doing: follow.db would not keep what came. */
export const prefetchFailed = createEvent<unknown>()
/** New entries of a view were kept. */
export const viewPrefetched = createEvent<{ view: View }>()

/** What stops the round that runs; each round has its own. */
const $stop = createStore(new AbortController(), { serialize: 'ignore' })
const renewFx = attach({
  source: $stop,
  effect: (running, begins: boolean) => {
    running.abort()
    return { stop: new AbortController(), begins }
  },
})
$stop.on(renewFx.doneData, (_, { stop }) => stop)

const timer = createTimer()
sample({
  clock: [userAuthenticated, subscriptionsArrived, feedsImported, timelineRefetched],
  fn: () => START_MS,
  target: timer.started,
})
sample({ clock: timer.fired, fn: () => true, target: renewFx })
sample({ clock: [prefetchStopped, wentOffline, userChanged], fn: () => false, target: renewFx })

type PageAsk = { readonly view: View; readonly cursor: string | null; readonly signal: AbortSignal }
type Page = { readonly size: number; readonly unknown: number; readonly next: string | null }
const pageFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { view, cursor, signal }: PageAsk): Promise<Page> => {
    const { api, local } = services
    const receive = scopeBind(storeEntriesFx, { safe: true })
    const tell = scopeBind(headsChanged, { safe: true })
    const feedsReceived = scopeBind(entryFeedsReceived, { safe: true })
    const { data = [] } = await api.entries.list(
      { view, limit: PAGE, ...(cursor !== null && { publishedAfter: cursor }) },
      { signal },
    )
    const ids = data.map(({ entries }) => entries.id)
    const there = await local.call('entries.heads', ids)
    feedsReceived(feedsFromWire(data))
    const kept = await receive({ entries: data.map((item) => entryFromWire(item, view)), askedAt: writes })
    tell(kept.changed)
    return {
      size: ids.length,
      unknown: ids.length - there.length,
      next: data.at(-1)?.entries.publishedAt ?? null,
    }
  },
})
/** A round went through; of these feeds all that it may keep is here. */
const roundEnded = createEvent<readonly string[]>()
/** Null before the first round: what follow.db has from before is taken for whole. */
const $sweptFeeds = createStore<ReadonlySet<string> | null>(null, { serialize: 'ignore' })
  .on(roundEnded, (_, feedIds) => new Set(feedIds))
  // Its feeds were fetched one after another, while a round may have run.
  .on(feedsImported, () => new Set())

/** Not awaited: a round takes minutes, and nothing depends on its end. */
const roundFx = attach({
  source: { services: $services, tabs: $viewTabs, followed: $subscribedFeeds, swept: $sweptFeeds },
  effect: ({ services, tabs, followed, swept }, signal: AbortSignal) => {
    const heard: Heard = {
      kept: scopeBind(viewPrefetched, { safe: true }),
      ended: scopeBind(roundEnded, { safe: true }),
      page: scopeBind(pageFx, { safe: true }),
      failed: scopeBind(prefetchFailed, { safe: true }),
    }
    const views = tabs.filter(({ feeds }) => feeds > 0).map(({ view }) => view)
    const feedIds = views.flatMap((view) =>
      feedIdsOf({ view, source: { kind: 'all' } }, followed, { excludePrivate: false, autoGroup: false }),
    )
    const thorough = swept !== null && feedIds.some((id) => !swept.has(id))
    void runRound(services, { views, feedIds, thorough, signal }, heard)
  },
})
sample({
  clock: renewFx.doneData,
  filter: ({ begins }) => begins,
  fn: ({ stop }) => stop.signal,
  target: roundFx,
})

sample({
  clock: viewPrefetched,
  source: $location,
  filter: (place, kept) => place.view === kept.view,
  fn: () => {},
  target: placeFilled,
})

type Heard = {
  readonly kept: (what: { view: View }) => void
  readonly ended: (feedIds: readonly string[]) => void
  readonly page: (ask: PageAsk) => Promise<Page>
  readonly failed: (error: unknown) => void
}
type Round = {
  readonly views: readonly View[]
  readonly feedIds: readonly string[]
  /** Entries of feeds that joined stand between those that are known: no page says that the rest is here. */
  readonly thorough: boolean
  readonly signal: AbortSignal
}
async function runRound(services: Services, round: Round, heard: Heard): Promise<void> {
  const { views, feedIds, signal } = round
  try {
    for (const view of views) if (await keepView(services, view, round, heard.page)) heard.kept({ view })
    if (!signal.aborted) heard.ended(feedIds)
    await keepContents(services, feedIds, signal)
  } catch (error) {
    // A lost connection, a refusal or the end of the round: the next one goes on.
    if (asApiError(error) === null && !signal.aborted) heard.failed(error)
  }
}

notifyFailures(prefetchFailed)

/** Walks the pages of a view, until one brings nothing unknown or to the end. Answers whether any did. */
async function keepView(
  services: Services,
  view: View,
  { thorough, signal }: Round,
  ask: Heard['page'],
): Promise<boolean> {
  let cursor: string | null = null
  let brought = false
  for (let seen = 0; seen < ENTRIES_A_VIEW && !signal.aborted;) {
    const page: Page = await ask({ view, cursor, signal })
    seen += page.size
    cursor = page.next
    brought ||= page.unknown > 0
    if (cursor === null || (page.unknown === 0 && !thorough)) break
    await breath(services)
  }
  return brought
}

async function keepContents(
  services: Services,
  feedIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { api, local } = services
  const { ids } = await local.call('timeline.page', {
    of: { feedIds },
    unreadOnly: false,
    after: null,
    limit: CONTENTS_A_ROUND,
  })
  const lacking = await local.call('entries.withoutContent', ids)
  for (let from = 0; from < lacking.length && !signal.aborted; from += CONTENTS_AT_ONCE) {
    const text = await api.entries.stream({ ids: lacking.slice(from, from + CONTENTS_AT_ONCE) }, { signal })
    await local.call('entries.putContents', contentsFromLines(text))
    await breath(services)
  }
}

const breath = ({ clock }: Services): Promise<void> =>
  new Promise((resolve) => {
    clock.after(BREATH_MS, resolve)
  })
