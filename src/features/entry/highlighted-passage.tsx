import { useStoreMap } from 'effector-react'
import { useEffect, useRef, type RefObject } from 'react'
import { $passage, type Passage } from '../../model/reading/index.ts'
import { scrollToRange } from './scroll-to-range.ts'
import { blocksOf, ownNodes } from './translate-content.ts'

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

/** Finds a passage in rendered content. */
type Place = { readonly node: Text; readonly offset: number }

/** @returns null where the block has another text by now, as in a translation */
export function rangeOfPassage(
  content: Element,
  { block, from, text }: Omit<Passage, 'entryId'>,
): Range | null {
  const element = blocksOf(content)[block]
  if (!element) return null
  const { characters, places } = normalised(ownNodes(element))
  const first = places[from]
  const last = places[from + text.length - 1]
  if (!first || !last || characters.slice(from, from + text.length) !== text) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** The text as `blockTexts` has it, and where each character stands; null for a line break. */
function normalised(nodes: readonly Node[]) {
  let characters = ''
  const places: (Place | null)[] = []
  const add = (character: string, place: Place | null) => {
    const isSpace = /\s/.test(character)
    if (isSpace && (characters === '' || characters.endsWith(' '))) return
    characters += isSpace ? ' ' : character
    places.push(place)
  }
  for (const node of nodes.flatMap(leavesOf)) {
    if (!(node instanceof Text)) add(' ', null)
    else
      for (let offset = 0; offset < node.data.length; offset += 1)
        add(node.data[offset] ?? '', { node, offset })
  }
  return { characters, places }
}

/** Texts and line breaks, without translations. */
function leavesOf(node: Node): readonly Node[] {
  if (node instanceof Text) return [node]
  if (!(node instanceof Element) || node.matches('.entry-translation')) return []
  return node.matches('br') ? [node] : [...node.childNodes].flatMap(leavesOf)
}
