import { createEvent, createStore, sample } from 'effector'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { contentsRequested, entrySummariesChanged, rowsRequested } from '../../model/entries/index.ts'
import { highlightSelected, type UserHighlight } from '../../model/highlights/index.ts'
import { SkeletonText } from '../../ui/index.ts'
import { Article, createSideEntry } from '../entry/index.ts'

// The entry beside the list of highlights.

/** null: none. */
const entryShown = createEvent<string | null>()
const $id = createStore<string | null>(null, { serialize: 'ignore' }).on(entryShown, (_, id) => id)
const $shownEntry = createSideEntry({ $id, requested: entryShown })

const wanted = entryShown.filterMap((id) => (id === null ? undefined : [id]))
/** The highlights of another device come before their entries. */
const arrived = sample({
  clock: entrySummariesChanged,
  source: $id,
  filter: (id, changed): id is string => id !== null && changed.includes(id),
  fn: (id) => [id ?? ''],
})
sample({ clock: [wanted, arrived], target: [rowsRequested, contentsRequested] })

/** The entry of a highlight, at the place of the highlight. */
export function HighlightedEntry({ highlight: { id, entryId } }: { readonly highlight: UserHighlight }) {
  const { entry, show, select } = useUnit({
    entry: $shownEntry,
    show: entryShown,
    select: highlightSelected,
  })
  useEffect(() => {
    show(entryId)
    return () => void show(null)
  }, [entryId, show])
  const isThere = entry?.summary.id === entryId && entry.content.html !== null
  useEffect(() => {
    if (isThere) select({ id })
  }, [isThere, id, select])
  if (entry?.summary.id === entryId) return <Article entry={entry} readerView={false} />
  return (
    <div className="entry-page">
      <SkeletonText lines={8} />
    </div>
  )
}
