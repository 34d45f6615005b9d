import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CloseIcon, IconButton, moveFocus, useTranslation } from '../../ui/index.ts'
import { currentHeading, headingsOf, topsOf, type Heading } from './headings.ts'

type ContentsPanelProps = {
  readonly scroller: HTMLElement
  /** Shows a heading. */
  readonly onSelect: (heading: Heading) => void
  readonly onClose: () => void
}

/** The headings of the entry, the current one marked. Arrow keys move, Enter shows, Escape closes. */
export function ContentsPanel({ scroller, onSelect, onClose }: ContentsPanelProps) {
  const { t } = useTranslation(['app', 'common'])
  const [headings] = useState(() => headingsOf(scroller))
  const [current, setCurrent] = useState(() => currentHeading(topsOf(headings, scroller)))
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const follow = () => setCurrent(currentHeading(topsOf(headings, scroller)))
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [headings, scroller])

  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const first = all.find((button) => button.ariaCurrent) ?? all[0]
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
  }, [])

  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onClose()
    }
    const all = buttons()
    moveFocus(event, all, all.indexOf(document.activeElement as HTMLButtonElement))
  }

  return (
    <nav
      className="entry-contents"
      aria-label={t('reading.contents')}
      data-focus-area="menu"
      onKeyDown={pressed}
    >
      <header>
        <h2>{t('reading.contents')}</h2>
        <IconButton label={t('common:action.close')} icon={<CloseIcon />} size="small" onClick={onClose} />
      </header>
      {headings.length === 0 && <p>{t('reading.noHeadings')}</p>}
      <ol ref={list}>
        {headings.map((heading, index) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? 'location' : undefined}
              data-level={Math.min(heading.level, 4)}
              dir="auto"
              onClick={() => onSelect(heading)}
            >
              {heading.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
