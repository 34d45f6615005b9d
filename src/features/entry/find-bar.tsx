import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { isComposing } from '../../core/index.ts'
import { CloseIcon, IconButton, OpenMenuIcon, TextField, UpIcon, useTranslation } from '../../ui/index.ts'
import { findMatches, MAX_MATCHES } from './find-matches.ts'

/** Names of the CSS highlights, see reading-panels.css. */
const ALL = 'entry-find'
const CURRENT = 'entry-find-current'
/** An old browser finds and scrolls, but colours nothing. */
const highlights = 'highlights' in CSS ? CSS.highlights : null

type FindBarProps = {
  readonly scroller: HTMLElement
  /** Changes when other content is rendered. */
  readonly content: unknown
  /** What was typed while this bar was loading. */
  readonly typed: RefObject<string>
  readonly onClose: () => void
}

/** Finds a text in the entry. Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function FindBar({ scroller, content, typed, onClose }: FindBarProps) {
  const { t } = useTranslation(['app', 'common'])
  const [query, setQuery] = useState(typed.current)
  const [index, setIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const matches = useMemo(() => {
    const page = content === undefined ? null : scroller.querySelector('article')
    return page ? findMatches(page, query) : []
  }, [scroller, content, query])
  const current = matches[index]

  useLayoutEffect(() => {
    // React may render this bar some time before it shows it: what was typed in between is not in the first state.
    if (typed.current !== '') setQuery(typed.current)
    typed.current = ''
    field.current?.focus()
  }, [typed])
  useEffect(() => {
    highlights?.set(ALL, new Highlight(...matches))
    return () => void highlights?.delete(ALL)
  }, [matches])
  useEffect(() => {
    if (!current) return
    const highlight = highlights && new Highlight(current)
    if (highlight) highlight.priority = 1
    if (highlight) highlights?.set(CURRENT, highlight)
    const { top, bottom } = current.getBoundingClientRect()
    const visible = scroller.getBoundingClientRect()
    if (top < visible.top + 60 || bottom > visible.bottom - 20)
      scroller.scrollBy({ top: top - visible.top - visible.height / 3, behavior: 'instant' })
    return () => void highlights?.delete(CURRENT)
  }, [current, scroller])

  const step = (by: number) => matches.length > 0 && setIndex((index + by + matches.length) % matches.length)
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const isStep = event.key === 'Enter' && event.target === field.current
    if (event.key !== 'Escape' && !isStep) return
    event.preventDefault()
    event.stopPropagation()
    if (!isStep) onClose()
    else step(event.shiftKey ? -1 : 1)
  }
  const count =
    query.trim() === ''
      ? ''
      : t(matches.length >= MAX_MATCHES ? 'reading.manyMatches' : 'reading.matches', {
          index: matches.length > 0 ? index + 1 : 0,
          total: matches.length,
        })

  return (
    <div className="entry-find" role="search" aria-label={t('reading.find')} onKeyDown={pressed}>
      <TextField
        ref={field}
        label={t('reading.find')}
        hideLabel
        type="search"
        placeholder={t('reading.find')}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setIndex(0)
        }}
      />
      <output aria-live="polite">{count}</output>
      <IconButton
        label={t('reading.previousMatch')}
        keys="Shift+Enter"
        icon={<UpIcon />}
        onClick={() => step(-1)}
      />
      <IconButton
        label={t('reading.nextMatch')}
        keys="Enter"
        icon={<OpenMenuIcon />}
        onClick={() => step(1)}
      />
      <IconButton label={t('common:action.close')} keys="Escape" icon={<CloseIcon />} onClick={onClose} />
    </div>
  )
}
