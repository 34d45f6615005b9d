/** What a command would change: how many entries, and the titles of the first. */
import { useUnit } from 'effector-react'
import { useCallback, type ReactNode } from 'react'
import { readHeadsFx, readNewestFx, readSelectedFx } from '../../model/previews/index.ts'
import { countEntriesFx } from '../../model/search/index.ts'
import { $visibleCounts } from '../../model/subscriptions/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { EntryTitles } from './entry-titles.tsx'
import { useLoaded } from './use-loaded.ts'

/** Of the current entry or the selected ones. */
export function EntriesPreview({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) {
  const readHeads = useUnit(readHeadsFx)
  const entries = useLoaded(
    ids.join(),
    useCallback(() => readHeads(ids), [readHeads, ids]),
  )
  return (
    <Touched title={title} count={ids.length}>
      {entries && <EntryTitles entries={entries} more={ids.length - entries.length} />}
    </Touched>
  )
}

/** Of what is unread in feeds. */
export function UnreadPreview({
  title,
  feedIds,
}: {
  readonly title: string
  readonly feedIds: readonly string[]
}) {
  const counts = useUnit($visibleCounts)
  const readNewest = useUnit(readNewestFx)
  const count = feedIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
  const entries = useLoaded(
    feedIds.join(),
    useCallback(() => readNewest({ feedIds, unreadOnly: true }), [readNewest, feedIds]),
  )
  return (
    <Touched title={title} count={count}>
      {entries && <EntryTitles entries={entries} more={count - entries.length} />}
    </Touched>
  )
}

/** Of what a query selects. The count is that of the row, the server's where it answers. */
export function SelectionPreview({ title, query }: { readonly title: string; readonly query: string }) {
  const readSelected = useUnit(readSelectedFx)
  const countEntries = useUnit(countEntriesFx)
  const entries = useLoaded(
    query,
    useCallback(() => readSelected(query), [readSelected, query]),
  )
  const counted = useLoaded(
    query,
    useCallback((signal) => countEntries({ q: query, signal }), [countEntries, query]),
  )
  return (
    <Touched title={title} count={counted?.total ?? null}>
      {entries && <EntryTitles entries={entries} more={counted ? counted.total - entries.length : 0} />}
    </Touched>
  )
}

/** @param count null: not known yet; its line is there already */
function Touched(props: {
  readonly title: string
  readonly count: number | null
  readonly children: ReactNode
}) {
  const { title, count, children } = props
  const { t } = useTranslation()
  return (
    <>
      <h3>{title}</h3>
      <p className="palette-preview-count">
        {count === null ? '\u00a0' : t('palette.preview.entries', { count })}
      </p>
      {children}
    </>
  )
}
