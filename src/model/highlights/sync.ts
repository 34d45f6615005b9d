/** Reads the highlights from the server, and fetches highlighted entries that follow.db lacks. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import type { Highlight } from '../../contract/highlights.ts'
import { laterLoaded, localRowsCleared } from '../app/ready.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { liveEventReceived } from '../live/stream.ts'
import { $mutationVersion, freshResponses } from '../outbox/mutation-version.ts'
import { createMatchesFx } from '../search/fetch-matches.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { subscriptionsRequested } from '../subscriptions/events.ts'
import { highlights, type UserHighlight } from './tables.ts'

/** In follow.db's meta. `since`: server's time of the newest change that was received; `at`: when all were fetched, ms. */
const KEY = 'highlights'
type Synced = { readonly since: number; readonly at: number }
/** The server reports deletions for thirty days; a browser that was away for longer fetches all. */
const COMPLETE_AFTER_MS = 20 * 86_400_000
/** Changes that were committed out of order are fetched again. */
const OVERLAP_MS = 60_000
const PAGE = 500
/** Pages of highlighted entries that are fetched in advance. */
const ENTRY_PAGES = 5
const QUERY = 'has:highlight OR has:note'

/** Fetch what has changed on the server. */
const highlightsRequested = createEvent()
const byId = (rows: readonly UserHighlight[]) => new Map(rows.map((row) => [row.id, row]))

const fetchFx = attach({
  source: { services: $services, version: $mutationVersion },
  effect: async ({ services: { api, local, clock }, version }) => {
    const synced = (await local.call('meta.get', KEY)) as Synced | undefined
    const complete = !synced || clock.now() - synced.at > COMPLETE_AFTER_MS
    const changedSince = complete ? undefined : Math.max(0, synced.since - OVERLAP_MS)
    const received: Highlight[] = []
    const deleted = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await api.highlights.list({ changedSince, limit: PAGE, cursor })
      received.push(...page.data)
      for (const id of page.deleted ?? []) deleted.add(id)
      cursor = page.cursor
    } while (cursor !== undefined)
    const since = Math.max(synced?.since ?? 0, ...received.map(({ updatedAt }) => Date.parse(updatedAt)))
    return {
      version,
      complete,
      rows: received.map(fromWire),
      deleted: [...deleted],
      synced: { since, at: complete ? clock.now() : synced.at } satisfies Synced,
    }
  },
})

const fromWire = ({ createdAt, updatedAt: _, entry, ...row }: Highlight): UserHighlight => ({
  ...row,
  createdAt: Date.parse(createdAt),
  entry: { ...entry, publishedAt: Date.parse(entry.publishedAt) },
})

sample({
  clock: [
    highlightsRequested,
    subscriptionsRequested,
    laterLoaded,
    liveEventReceived.filter({
      fn: (event) => event.type === 'changed' && event.call.startsWith('highlights.'),
    }),
  ],
  source: $session,
  filter: ({ status }) => status === 'authenticated',
  fn: () => {},
  target: fetchFx,
})
const fetched = freshResponses(fetchFx.doneData, highlightsRequested)
/** The server has been asked once: where there are none, there are none as far as can be known. */
export const $areHighlightsKnown = createStore(false, { serialize: 'ignore' })
  .on(fetchFx.finally, () => true)
  .reset(localRowsCleared)
sample({
  clock: fetched,
  filter: ({ complete }) => complete,
  fn: ({ rows }) => byId(rows),
  target: highlights.replaced,
})
sample({
  clock: fetched,
  filter: ({ complete }) => !complete,
  fn: ({ rows, deleted }) => ({
    ...Object.fromEntries(deleted.map((id) => [id, null])),
    ...Object.fromEntries(rows.map((row) => [row.id, row])),
  }),
  target: highlights.received,
})

const storeFx = attach({
  source: $services,
  effect: async (
    { local },
    { rows, deleted, complete, synced }: Awaited<ReturnType<typeof fetchFx>>,
  ): Promise<readonly string[]> => {
    await local.call('highlights.put', { rows, deleted, complete })
    await local.call('meta.set', { key: KEY, value: synced })
    const entryIds = [...new Set(rows.map(({ entryId }) => entryId))]
    const stored = new Set((await local.call('entries.heads', entryIds)).map(({ id }) => id))
    return entryIds.filter((id) => !stored.has(id))
  },
})
sample({ clock: fetched, target: storeFx })

const matchesFx = createMatchesFx()
sample({ clock: matchesFx.doneData, fn: ({ changed }) => changed, target: entrySummariesChanged })
const fetchMissingFx = attach({
  source: $services,
  effect: async () => {
    await scopeBind(matchesFx, { safe: true })({
      query: QUERY,
      view: 0,
      cursor: undefined,
      pages: ENTRY_PAGES,
    })
  },
})
sample({
  clock: storeFx.doneData,
  filter: (missing) => missing.length > 0,
  fn: () => {},
  target: fetchMissingFx,
})
