import { useUnit } from 'effector-react'
import { useRef, type KeyboardEvent } from 'react'
import {
  $currentHighlight,
  $placedHighlights,
  focusRequested,
  highlightSelected,
  type PlacedHighlight,
} from '../../model/index.ts'
import { DeleteIcon, EditIcon, IconButton, AppearanceIcon, useTranslation } from '../../ui/index.ts'

/** The highlights of the open entry and the notes on it. j and k move, Enter shows the place, Escape leaves. */
export function EntryNotes() {
  const { t } = useTranslation(['app', 'common'])
  const { placed, current, select, focus } = useUnit({
    placed: $placedHighlights,
    current: $currentHighlight,
    select: highlightSelected,
    focus: focusRequested,
  })
  const list = useRef<HTMLUListElement>(null)
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.entry-note-open') ?? [])]
    const row = (event.target as Element).closest('li')
    const at = buttons.findIndex((button) => row?.contains(button))
    const next = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      Home: 0,
      End: buttons.length - 1,
    }[event.key]
    if (next === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) return buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus()
    focus('entry-render')
    list.current?.closest<HTMLElement>('[data-entry-scroll]')?.focus({ preventScroll: true })
  }
  if (placed.length === 0) return null
  return (
    <section className="entry-notes" aria-label={t('highlights.ofEntry')}>
      <h2>{t('highlights.ofEntry')}</h2>
      <ul ref={list} onKeyDown={pressed}>
        {placed.map((one) => (
          <NoteRow
            key={one.highlight.id}
            {...one}
            current={one.highlight.id === current?.id}
            onSelect={() => select({ id: one.highlight.id })}
          />
        ))}
      </ul>
    </section>
  )
}

type NoteRowProps = PlacedHighlight & { readonly current: boolean; readonly onSelect: () => void }

function NoteRow({ highlight: { id, quote, note, color }, found, current, onSelect }: NoteRowProps) {
  const { t } = useTranslation(['app', 'common'])
  const args = JSON.stringify({ highlight: id })
  return (
    <li
      data-highlight-id={id}
      data-accent={quote ? color : undefined}
      aria-current={current ? 'true' : undefined}
    >
      <button type="button" className="entry-note-open" dir="auto" onClick={onSelect}>
        {quote ? <q>{quote.exact}</q> : <span className="entry-note-text">{note}</span>}
      </button>
      {quote && note !== null && (
        <p className="entry-note-text" dir="auto">
          {note}
        </p>
      )}
      {found === false && <p className="entry-note-missing">{t('highlights.notFound')}</p>}
      <span className="entry-note-actions">
        <IconButton
          size="small"
          label={t(note === null ? 'highlights.addNote' : 'highlights.editNote')}
          icon={<EditIcon aria-hidden="true" />}
          commandId="highlight:note"
          data-command-args={args}
        />
        {quote && (
          <IconButton
            size="small"
            label={t('highlights.changeColor')}
            icon={<AppearanceIcon aria-hidden="true" />}
            commandId="highlight:recolor"
            data-command-args={args}
          />
        )}
        <IconButton
          size="small"
          label={t(quote ? 'highlights.delete' : 'highlights.deleteNote')}
          icon={<DeleteIcon aria-hidden="true" />}
          commandId="highlight:delete"
          data-command-args={args}
        />
      </span>
    </li>
  )
}
