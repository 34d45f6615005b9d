/** Reads the labels from follow.db and the server, and fetches labelled entries that follow.db lacks. */
import { attach, createEvent, sample, scopeBind } from 'effector'
import { labelKey } from '../../contract/label-names.ts'
import type { Label } from '../../contract/labels.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import { localRowsLoaded } from '../app/ready.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { liveEventReceived } from '../live/stream.ts'
import { $mutationVersion, freshResponses } from '../outbox/mutation-version.ts'
import { createMatchesFx } from '../search/fetch-matches.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { subscriptionsRequested } from '../subscriptions/events.ts'
import { restoreLabel } from './changes.ts'
import { labelQuery, labels, type UserLabel } from './tables.ts'

/** In follow.db's meta. */
const KEY = 'labels'
/** Pages of a label's entries that are fetched in advance. */
const PAGES = 5

/** Fetch the labels from the server. */
const labelsRequested = createEvent()
const byKey = (rows: readonly UserLabel[]) => new Map(rows.map((row) => [labelKey(row.name), row]))

const readFx = attach({
  source: $services,
  effect: async ({ local }) => ((await local.call('meta.get', KEY)) ?? []) as readonly UserLabel[],
})
sample({ clock: localRowsLoaded, fn: () => {}, target: readFx })
sample({ clock: readFx.doneData, fn: byKey, target: labels.replaced })

const fetchFx = attach({
  source: { services: $services, version: $mutationVersion },
  effect: async ({ services: { api, local }, version }) => {
    const { data } = await api.labels.list({})
    const rows = data.map(({ name, color }) => ({ name, color }))
    // A change clears what the next start is shown from.
    if (!deepEqual(await local.call('meta.get', KEY), rows))
      await local.call('meta.set', { key: KEY, value: rows })
    return { data, rows, version }
  },
})
sample({
  clock: [
    labelsRequested,
    subscriptionsRequested,
    // Its entries are fetched again: follow.db had removed them.
    restoreLabel.accepted,
    liveEventReceived.filter({
      fn: (event) => event.type === 'changed' && event.call.startsWith('labels.'),
    }),
  ],
  source: $session,
  filter: ({ status }) => status === 'authenticated',
  fn: () => {},
  target: fetchFx,
})
const fetched = freshResponses(fetchFx.doneData, labelsRequested)
sample({ clock: fetched, fn: ({ rows }) => byKey(rows), target: labels.replaced })

const matchesFx = createMatchesFx()
sample({ clock: matchesFx.doneData, fn: ({ changed }) => changed, target: entrySummariesChanged })
/** Of outermost labels: their queries select the entries of those within. */
const fetchMissingFx = attach({
  source: $services,
  effect: async ({ local }, received: readonly Label[]) => {
    const fetch = scopeBind(matchesFx, { safe: true })
    const counts = await local.call('labels.counts')
    for (const { name, entries } of received) {
      if (name.includes('/') || entries <= (counts[labelKey(name)]?.entries ?? 0)) continue
      await fetch({ query: labelQuery(name), view: 0, cursor: undefined, pages: PAGES })
    }
  },
})
sample({ clock: fetched, fn: ({ data }) => data, target: fetchMissingFx })
