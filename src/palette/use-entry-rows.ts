import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState } from 'react'
import type { SearchHit } from '../model/index.ts'
import { $feeds, $subscriptions, focusRequested, paletteClosed, navigationRequested } from '../model/index.ts'
import { $indexed, searchEntriesFx } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import { match, fold, searchable } from './match.ts'
import type { PaletteSection } from './rows.ts'

/** ms of rest before follow.db is asked; letters shorter than this find too much to be of use. */
const REST_MS = 90
const SHORTEST = 2

/** Pending: the rows are those of the letters before. */
export type EntryRows = { readonly sections: readonly PaletteSection[]; readonly pending: boolean }
type Found = { readonly text: string; readonly hits: readonly SearchHit[] }

/** Entries that follow.db finds; the page itself never looks through them. */
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
  const [{ text: foundFor, hits }, setFound] = useState<Found>({ text: '', hits: [] })
  const wanted = limit > 0 && (text.length >= SHORTEST || /[\u3040-\uffef]/.test(text))

  useEffect(() => {
    if (!wanted) {
      setFound({ text: '', hits: [] })
      return
    }
    let current = true
    const timer = setTimeout(() => {
      search(text).then(
        (found) => current && setFound({ text, hits: found }),
        () => current && setFound({ text, hits: [] }),
      )
    }, REST_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // With what was indexed meanwhile: entries may come while somebody looks for them.
  }, [wanted, text, search, indexed])

  const sections = useMemo(() => {
    if (!wanted || hits.length === 0) return []
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
  }, [wanted, hits, text, limit, subscriptions, feeds, t, close, go, focus])
  return { sections, pending: wanted && foundFor !== text }
}
