import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { highlightSelected, type UserHighlight } from '../../model/highlights/index.ts'
import { SkeletonText } from '../../ui/index.ts'
import { Article } from '../entry/index.ts'
import { $shownEntry, entryShown } from './shown-entry.ts'

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
