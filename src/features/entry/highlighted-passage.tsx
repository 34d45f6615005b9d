import { useStoreMap } from 'effector-react'
import { useEffect, useRef, type RefObject } from 'react'
import { $passage } from '../../model/reading/index.ts'
import { rangeOfPassage } from './range-of-passage.ts'
import { scrollToRange } from './scroll-to-range.ts'

/** Name of the CSS highlight, see entry-highlights.css. An old browser scrolls, but colours nothing. */
const NAME = 'entry-passage'
const highlights = 'highlights' in CSS ? CSS.highlights : null

/**
 * Highlights the passage of an entry, and keeps it in view unless the user has scrolled away from the one before.
 * @param shown changes when the nodes of the content are replaced
 */
export function HighlightedPassage({
  entryId,
  content,
  shown,
}: {
  readonly entryId: string
  readonly content: RefObject<HTMLElement | null>
  readonly shown: unknown
}) {
  const passage = useStoreMap({
    store: $passage,
    keys: [entryId],
    fn: (one, [id]) => (one?.entryId === id ? one : null),
  })
  const previous = useRef<Range>(null)
  useEffect(() => {
    if (!passage) previous.current = null
    const element = content.current
    const range = passage && element && shown ? rangeOfPassage(element, passage) : null
    if (!range) return
    const scroller = element?.closest('.entry-scroll')
    if (scroller && (!previous.current || isVisible(previous.current, scroller)))
      scrollToRange(range, scroller)
    previous.current = range
    if (!highlights) return
    // The halves of a split pane share the highlight.
    const highlight = highlights.get(NAME) ?? new Highlight()
    highlights.set(NAME, highlight.add(range))
    return () => void highlight.delete(range)
  }, [passage, content, shown])
  return null
}

function isVisible(range: Range, scroller: Element): boolean {
  const { top, bottom } = range.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  return bottom > view.top && top < view.bottom
}
