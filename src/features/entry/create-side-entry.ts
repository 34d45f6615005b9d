import { combine, createStore, sample, type Store, type Unit } from 'effector'
import { $contents, $entrySummaries, type CurrentEntry } from '../../model/entries/index.ts'

type SideEntryOptions = {
  /** null: none is shown. */
  readonly $id: Store<string | null>
  /** The entry is to be shown now, by a module that may have loaded after it was chosen. */
  readonly requested: Unit<unknown>
}

/** An entry beside the open one, which stays when the caches evict it. Requesting its rows and content is the caller's. */
export function createSideEntry({ $id, requested }: SideEntryOptions): Store<CurrentEntry | null> {
  const $entry = createStore<CurrentEntry | null>(null, { serialize: 'ignore' })
  const $cached = combine($id, $entrySummaries, $contents, (id, summaries, contents): CurrentEntry | null => {
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
  })
  sample({
    clock: [$cached, $id, requested],
    source: { cached: $cached, id: $id, previous: $entry },
    fn: ({ cached, id, previous }) => {
      const isSame = previous?.summary.id === id
      if (id === null) return null
      // Evicted, or evicted and requested again.
      if (!cached || (isSame && cached.content.html === null && previous?.content.html))
        return isSame ? previous : null
      return cached
    },
    target: $entry,
  })
  return $entry
}
