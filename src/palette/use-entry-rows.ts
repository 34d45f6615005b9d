import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState } from 'react'
import type { SearchHit } from '../model/index.ts'
import { $feeds, $subscriptions, focusRequested, paletteClosed, navigationRequested } from '../model/index.ts'
import { $indexed, searchEntriesFx } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import { match, fold, searchable } from './match.ts'
import type { PaletteSection } from './rows.ts'

/** ms of debounce before the local database is searched. */
const DEBOUNCE_MS = 90
const MOST_HITS = 30
/** Characters; shorter queries match too much. CJK text may be shorter. */
const MIN_LENGTH = 2

/** `pending`: the rows belong to an earlier query. */
export type EntryRows = { readonly sections: readonly PaletteSection[]; readonly pending: boolean }
type Results = { readonly text: string; readonly hits: readonly SearchHit[] }

/** Entries found by the full-text search of the local database. */
export function useEntryRows(text: string, limit: number): EntryRows {
  const { t } = useTranslation()
  const { feeds, subscriptions, indexed } = useUnit({
    feeds: $feeds,
    subscriptions: $subscriptions,
    indexed: $indexed,
  })
  const { search, go, focus, close } = useUnit({
    search: searchEntriesFx,
    go: navigationRequested,
    focus: focusRequested,
    close: paletteClosed,
  })
  const [{ text: resultsFor, hits }, setResults] = useState<Results>({ text: '', hits: [] })
  const enabled = limit > 0 && (text.length >= MIN_LENGTH || /[\u3040-\uffef]/.test(text))

  useEffect(() => {
    if (!enabled) {
      setResults({ text: '', hits: [] })
      return
    }
    let current = true
    const timer = setTimeout(() => {
      search({ q: text, limit: MOST_HITS }).then(
        (results) => current && setResults({ text, hits: results.hits }),
        () => current && setResults({ text, hits: [] }),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // Searches again when entries were indexed meanwhile.
  }, [enabled, text, search, indexed])

  const sections = useMemo(() => {
    if (!enabled || hits.length === 0) return []
    const query = fold(text)
    const rows = hits.slice(0, limit).map((hit) => {
      const subscription = subscriptions.get(`feed/${hit.feedId}`)
      const feed = feeds.get(hit.feedId)
      const name = subscription?.title || feed?.title || ''
      return {
        key: `entry ${hit.id}`,
        title: hit.title || t('entry.untitled'),
        ranges: match(searchable(hit.title), query)?.ranges ?? [],
        image: { src: feed?.image, name },
        detail: name,
        choose: () => {
          close()
          go({
            ...(subscription && { view: subscription.view }),
            source: { kind: 'feed', id: hit.feedId },
            entryId: hit.id,
          })
          focus('entry-render')
        },
      }
    })
    return [{ key: 'entries', title: t('palette.entries'), rows }]
  }, [enabled, hits, text, limit, subscriptions, feeds, t, close, go, focus])
  return { sections, pending: enabled && resultsFor !== text }
}
