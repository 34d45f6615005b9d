import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import type { HighlightColor } from '../../contract/limits.ts'
import { infoNotified } from '../../model/app/index.ts'
import {
  $currentHighlight,
  $editedNote,
  $highlightsByEntry,
  highlightCreated,
  highlightRequested,
  highlightSelected,
  highlightsFound,
  noteEdited,
  noteRequested,
  paneLeft,
  sentencesFound,
  sentencesRequested,
  type UserHighlight,
} from '../../model/highlights/index.ts'
import { $services } from '../../model/services.ts'
import { contentSentences } from './content-sentences.ts'
import { hasRoomForNotes } from './room-for-notes.ts'
import { scrollToRange } from './scroll-to-range.ts'
import { anchorOfRange, anchorOfText, anchorText, rangeOfAnchor, type Anchor } from './text-anchors.ts'

const MarginNotes = lazy(async () => ({ default: (await import('./margin-notes.tsx')).MarginNotes }))

/** Names of the CSS highlights, see entry-highlights.css. An old browser finds and lists them, but colours nothing. */
const nameOf = (color: HighlightColor): string => `entry-highlight-${color}`
const NOTED = 'entry-highlight-noted'
const CURRENT = 'entry-highlight-current'
const registry = 'highlights' in CSS ? CSS.highlights : null

type EntryHighlightsProps = {
  readonly entryId: string
  readonly content: RefObject<HTMLElement | null>
  /** As useSelectedRange gets it. */
  readonly selectedRange: () => Range | null
}

/** Finds the highlights of an entry in its text and colours them, without changing the text's nodes. */
export function EntryHighlights({ entryId, content, selectedRange }: EntryHighlightsProps) {
  const pane = useId()
  const { byEntry, current, found, left, select } = useUnit({
    byEntry: $highlightsByEntry,
    current: $currentHighlight,
    found: highlightsFound,
    left: paneLeft,
    select: highlightSelected,
  })
  const own = byEntry.get(entryId)
  const ranges = useRanges(content, own)

  useEffect(() => {
    // Most entries have none, and opening one must cost nothing.
    if (!own) return
    found({ pane, entryId, ids: ranges.map(({ highlight }) => highlight.id) })
    return () => void left(pane)
  }, [found, left, pane, entryId, own, ranges])

  useEffect(() => {
    const drawn = ranges.flatMap(({ range, highlight }) => [
      draw(nameOf(highlight.color), range),
      ...(highlight.note === null ? [] : [draw(NOTED, range, 1)]),
    ])
    return () => {
      for (const erase of drawn) erase()
    }
  }, [ranges])

  const turn = useRef<number>(undefined)
  useEffect(() => {
    const one = ranges.find(({ highlight }) => highlight.id === current?.id)
    if (!one) return
    const scroller = content.current?.closest('.entry-scroll')
    // Scrolled to once, not with each change of the content.
    if (scroller && turn.current !== current?.turn) scrollToRange(one.range, scroller)
    turn.current = current?.turn
    return draw(CURRENT, one.range, 2)
  }, [current, ranges, content])

  useEffect(() => {
    const element = content.current
    const clicked = ({ clientX, clientY }: MouseEvent) => {
      if (window.getSelection()?.isCollapsed === false) return
      const one = ranges.find(({ range }) => isAt(range, clientX, clientY))
      if (one) select({ id: one.highlight.id })
    }
    element?.addEventListener('click', clicked)
    return () => element?.removeEventListener('click', clicked)
  }, [content, ranges, select])

  useHighlighting({ entryId, content, selectedRange })
  const edited = useUnit($editedNote)
  const hasRoom = useRoom(content, own !== undefined)
  const notes = useMemo(
    () => ranges.filter(({ highlight: { id, note } }) => note !== null || id === edited),
    [ranges, edited],
  )
  if (!hasRoom || notes.length === 0) return null
  return (
    <Suspense fallback={null}>
      <MarginNotes notes={notes} content={content} />
    </Suspense>
  )
}

/** Whether notes stand beside the text. Observed only where there are highlights. */
function useRoom(content: RefObject<HTMLElement | null>, isObserved: boolean): boolean {
  const [hasRoom, setRoom] = useState(false)
  useEffect(() => {
    const element = content.current
    const pane = element?.closest('.entry-scroll')
    if (!element || !pane || !isObserved) return setRoom(false)
    const observer = new ResizeObserver(() => setRoom(hasRoomForNotes(element)))
    observer.observe(pane)
    return () => observer.disconnect()
  }, [content, isObserved])
  return hasRoom
}

type Placed = { readonly highlight: UserHighlight; readonly range: Range }

const NONE: readonly Placed[] = []

/** Where the highlights are in the text. Found again whenever its nodes change: formulas, code and translations come later. */
function useRanges(
  content: RefObject<HTMLElement | null>,
  highlights: readonly UserHighlight[] | undefined,
): readonly Placed[] {
  const [ranges, setRanges] = useState(NONE)
  useLayoutEffect(() => {
    const element = content.current
    if (!element || !highlights) return setRanges(NONE)
    const find = () => setRanges(rangesOf(element, highlights))
    find()
    const observer = new MutationObserver(find)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [content, highlights])
  return ranges
}

/** In the order of the text. */
function rangesOf(element: Element, highlights: readonly UserHighlight[]): readonly Placed[] {
  const quoted = highlights.filter(({ quote }) => quote !== null)
  if (quoted.length === 0) return []
  const original = anchorText(element, false)
  // Only what is not in the original is looked for in its translation.
  let whole: ReturnType<typeof anchorText> | undefined
  return quoted
    .flatMap(({ quote, position, ...rest }) => {
      if (!quote) return []
      const anchor = { quote, position }
      const range =
        rangeOfAnchor(original, anchor) ?? rangeOfAnchor((whole ??= anchorText(element, true)), anchor)
      return range ? [{ highlight: { quote, position, ...rest }, range }] : []
    })
    .toSorted((one, other) => one.range.compareBoundaryPoints(Range.START_TO_START, other.range))
}

/** Adds a range to a CSS highlight, which the halves of a split pane share. @returns removes it */
function draw(name: string, range: Range, priority = 0): () => void {
  if (!registry) return () => {}
  const highlight = registry.get(name) ?? new Highlight()
  highlight.priority = priority
  registry.set(name, highlight.add(range))
  return () => void highlight.delete(range)
}

const isAt = (range: Range, x: number, y: number): boolean =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  )

/** Highlights what is selected, or a text, when a command requests it. */
function useHighlighting({ entryId, content, selectedRange }: EntryHighlightsProps): void {
  const scope = useProvidedScope()
  const { create, note, edit, inform, services, foundSentences } = useUnit({
    foundSentences: sentencesFound,
    create: highlightCreated,
    note: noteRequested,
    edit: noteEdited,
    inform: infoNotified,
    services: $services,
  })
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: sentencesRequested,
      scope,
      fn: () => {
        const element = content.current
        if (element && !element.closest('.entry-beside')) foundSentences(contentSentences(element))
      },
    })
  }, [scope, content, foundSentences])
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: highlightRequested,
      scope,
      fn: (request) => {
        const element = content.current
        // In the second half of a split pane only what is selected there is highlighted.
        const isBeside = element?.closest('.entry-beside')
        if (!element || (isBeside && (request.text !== null || !selectedRange()))) return
        const anchor =
          request.text === null
            ? anchorOfSelection(element, selectedRange())
            : anchorOf(element, (text) => anchorOfText(text, request.text ?? ''))
        if (!anchor) return inform({ key: 'app:highlights.nothingSelected' })
        const id = services.newId()
        create({ id, entryId, ...anchor, color: request.color, note: null })
        window.getSelection()?.removeAllRanges()
        if (request.note && hasRoomForNotes(element)) edit(id)
        else if (request.note) note({ id })
      },
    })
  }, [scope, entryId, content, selectedRange, create, note, edit, inform, services])
}

const anchorOfSelection = (element: Element, range: Range | null): Anchor | null =>
  range && anchorOf(element, (text) => anchorOfRange(text, range))

/** In the original's text, else among its translations. */
const anchorOf = (
  element: Element,
  find: (text: ReturnType<typeof anchorText>) => Anchor | null,
): Anchor | null => find(anchorText(element, false)) ?? find(anchorText(element, true))
