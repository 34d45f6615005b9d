/** The entry that stays in the second half of the pane. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import {
  $contents,
  $entrySummaries,
  contentsRequested,
  entrySummariesLoaded,
  type CurrentEntry,
} from '../../model/entries/index.ts'
import { $services } from '../../model/services.ts'
import { $split } from '../../model/reading/index.ts'

const $pinnedId = $split.map((split) => (split.beside === 'entry' ? split.entryId : null))

/** The second half is rendered. This module may load after the entry was pinned. */
export const besideShown = createEvent()

/** Keeps the entry when the caches evict it. */
export const $pinnedEntry = createStore<CurrentEntry | null>(null, { serialize: 'ignore' })
const $cached = combine(
  $pinnedId,
  $entrySummaries,
  $contents,
  (id, summaries, contents): CurrentEntry | null => {
    const summary = id === null ? undefined : summaries.get(id)
    if (id === null || !summary) return null
    const content = contents.get(id)
    return {
      summary,
      status: summary,
      content: {
        status: content?.status ?? 'loading',
        html: content?.content ?? null,
        readability: { status: 'none', html: null },
      },
    }
  },
)
sample({
  clock: [$cached, $pinnedId, besideShown],
  source: { cached: $cached, id: $pinnedId, previous: $pinnedEntry },
  fn: ({ cached, id, previous }) => {
    const isSame = previous?.summary.id === id
    if (id === null) return null
    // Evicted, or evicted and requested again.
    if (!cached || (isSame && cached.content.html === null && previous?.content.html))
      return isSame ? previous : null
    return cached
  },
  target: $pinnedEntry,
})

const loadSummaryFx = attach({
  source: $services,
  effect: ({ local }, id: string) => local.call('entries.heads', [id]),
})
const pinned = sample({
  clock: [$pinnedId, besideShown],
  source: $pinnedId,
  filter: (id): id is string => id !== null,
})
sample({ clock: pinned, target: loadSummaryFx })
sample({ clock: loadSummaryFx.doneData, target: entrySummariesLoaded })
sample({ clock: pinned, fn: (id) => [id], target: contentsRequested })
