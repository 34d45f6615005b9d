import { useUnit } from 'effector-react'
import { useRef, type KeyboardEvent } from 'react'
import { $currentHighlight, $placedHighlights, highlightSelected } from '../../model/highlights/index.ts'
import { focusRequested } from '../../model/layout/index.ts'
import { moveFocus, useTranslation } from '../../ui/index.ts'
import { HighlightRow } from '../shared/highlight-row/index.ts'

/** The highlights of the open entry and the notes on it. j and k move, Enter shows the place, Escape leaves. */
export function EntryNotes() {
  const { t } = useTranslation('app')
  const { placed, current, select, focus } = useUnit({
    placed: $placedHighlights,
    current: $currentHighlight,
    select: highlightSelected,
    focus: focusRequested,
  })
  const list = useRef<HTMLUListElement>(null)
  const pressed = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('li')
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.highlight-open') ?? [])]
    const at = buttons.findIndex((button) => row?.contains(button))
    if (moveFocus(event, buttons, at)) return
    if (event.key !== 'Escape' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    focus('entry-render')
    list.current?.closest<HTMLElement>('[data-entry-scroll]')?.focus({ preventScroll: true })
  }
  if (placed.length === 0) return null
  return (
    <section className="entry-notes" aria-label={t('highlights.ofEntry')}>
      <h2>{t('highlights.ofEntry')}</h2>
      <ul className="highlight-rows" ref={list} onKeyDown={pressed}>
        {placed.map(({ highlight, found }) => (
          <HighlightRow
            key={highlight.id}
            highlight={highlight}
            current={highlight.id === current?.id}
            message={found === false && <p className="entry-note-missing">{t('highlights.notFound')}</p>}
            onOpen={() => select({ id: highlight.id })}
          />
        ))}
      </ul>
    </section>
  )
}
