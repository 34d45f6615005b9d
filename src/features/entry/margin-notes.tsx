import { useUnit } from 'effector-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { MAX_NOTE } from '../../contract/limits.ts'
import {
  $currentHighlight,
  $editedNote,
  highlightSelected,
  highlightUpdated,
  marginShown,
  noteEdited,
  type UserHighlight,
} from '../../model/highlights/index.ts'
import { focusRequested } from '../../model/layout/index.ts'
import { moveFocus, RowButton, TextArea, useTranslation } from '../../ui/index.ts'
import './margin-notes.css'

type MarginNotesProps = {
  /** Those with a note, and the one that is written, in the order of the text. */
  readonly notes: readonly { readonly highlight: UserHighlight; readonly range: Range }[]
  readonly content: RefObject<HTMLElement | null>
}

/** Notes in the margin, each beside its highlight. j and k move, Enter shows the highlight, e edits, Escape leaves. */
export function MarginNotes({ notes, content }: MarginNotesProps) {
  const { t } = useTranslation('app')
  const { current, edited, select, edit, focus, shown } = useUnit({
    current: $currentHighlight,
    edited: $editedNote,
    select: highlightSelected,
    edit: noteEdited,
    focus: focusRequested,
    shown: marginShown,
  })
  const list = useRef<HTMLUListElement>(null)
  const tops = useTops(notes, content, list)
  useLayoutEffect(() => {
    const page = content.current?.closest<HTMLElement>('.entry-page')
    page?.setAttribute('data-margin', '')
    shown(true)
    return () => {
      page?.removeAttribute('data-margin')
      shown(false)
    }
  }, [content, shown])
  const leave = () => {
    focus('entry-render')
    content.current?.closest<HTMLElement>('[data-entry-scroll]')?.focus({ preventScroll: true })
  }
  const pressed = (event: KeyboardEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.margin-note-open') ?? [])]
    if (moveFocus(event, buttons, buttons.indexOf(event.target as HTMLElement))) return
    if (event.key !== 'Escape' && event.key !== 'e') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'e') edit(id)
    else leave()
  }
  return (
    <ul className="margin-notes" ref={list} aria-label={t('highlights.margin')}>
      {notes.map(({ highlight: { id, note, color } }) => (
        <li
          key={id}
          className="margin-note"
          data-note-id={id}
          data-accent={color}
          aria-current={id === current?.id ? 'true' : undefined}
          // What is hidden takes no focus.
          style={{ top: tops.get(id) ?? 0, ...(!tops.has(id) && id !== edited && { visibility: 'hidden' }) }}
        >
          {id === edited ? (
            <NoteField id={id} note={note ?? ''} onEnd={leave} />
          ) : (
            <RowButton
              className="margin-note-open"
              dir="auto"
              onClick={() => select({ id })}
              onDoubleClick={() => edit(id)}
              onKeyDown={(event) => pressed(event, id)}
            >
              {note}
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  )
}

type NoteFieldProps = { readonly id: string; readonly note: string; readonly onEnd: () => void }

/** Writes a note in its place. $mod+Enter and leaving it save, Escape does not. */
function NoteField({ id, note, onEnd }: NoteFieldProps) {
  const { t } = useTranslation('app')
  const { update, edit } = useUnit({ update: highlightUpdated, edit: noteEdited })
  const [text, setText] = useState(note)
  const isEnded = useRef(false)
  const end = (saves: boolean) => {
    if (isEnded.current) return
    isEnded.current = true
    const written = text.trim() || null
    if (saves && written !== (note || null)) update({ id, note: written })
    edit(null)
  }
  const pressed = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(isSave)
    onEnd()
  }
  return (
    <TextArea
      label={t('highlights.note')}
      hideLabel
      autoFocus
      rows={3}
      dir="auto"
      maxLength={MAX_NOTE}
      placeholder={t('highlights.marginHint')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={pressed}
      onBlur={() => end(true)}
    />
  )
}

/** Where each note stands, px within the page; those that are not measured yet are left out. */
function useTops(
  notes: MarginNotesProps['notes'],
  content: MarginNotesProps['content'],
  list: RefObject<HTMLUListElement | null>,
): ReadonlyMap<string, number> {
  const [tops, setTops] = useState<ReadonlyMap<string, number>>(new Map())
  const { edited } = useUnit({ edited: $editedNote })
  useEffect(() => {
    const element = content.current
    const page = element?.closest('.entry-page')
    if (!element || !page) return
    const place = () => {
      const from = page.getBoundingClientRect().top
      const boxes = notes.map(({ highlight: { id }, range }) => ({
        id,
        wanted: range.getBoundingClientRect().top - from,
        height: list.current?.querySelector(`[data-note-id="${CSS.escape(id)}"]`)?.clientHeight ?? 0,
      }))
      setTops(placeNotes(boxes))
    }
    place()
    // The text moves as pictures load and the pane changes its width; a note grows as it is written.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    for (const note of list.current?.children ?? []) observer.observe(note)
    return () => observer.disconnect()
  }, [notes, content, list, edited])
  return tops
}

/** px between two notes. */
const GAP = 8

type NoteBox = {
  readonly id: string
  /** px: where its highlight stands. */
  readonly wanted: number
  readonly height: number
}

/** Each beside its highlight, or below the note before it. @param boxes in the order of the text */
export function placeNotes(boxes: readonly NoteBox[]): ReadonlyMap<string, number> {
  let free = -Infinity
  return new Map(
    boxes.map(({ id, wanted, height }) => {
      const top = Math.max(wanted, free)
      free = top + height + GAP
      return [id, top]
    }),
  )
}
