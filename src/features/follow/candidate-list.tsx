import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import type { PageCandidate } from '../../contract/page-feeds.ts'
import { useTranslation } from '../../ui/index.ts'

type CandidateListProps = {
  readonly candidates: readonly PageCandidate[]
  /** -1: none, the selectors were changed. */
  readonly current: number
  readonly onChoose: (at: number) => void
  /** Enter. */
  readonly onSubmit: () => void
}

/** Groups of repeated elements. It has the focus from the start: the arrow keys go through them, Enter takes the current one. */
export function CandidateList({ candidates, current, onChoose, onSubmit }: CandidateListProps) {
  const { t } = useTranslation('app')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const last = candidates.length - 1
  const move = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(current + 1, last),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (event.key === 'Enter') onSubmit()
    else if (target === undefined) return
    else onChoose(target)
    event.preventDefault()
  }
  return (
    <div
      className="page-candidates"
      role="listbox"
      tabIndex={0}
      aria-label={t('pageFeed.candidates')}
      aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
      ref={list}
      onKeyDown={move}
    >
      {candidates.map(({ selectors, count, samples }, at) => (
        <div
          key={selectors.item}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          className="page-candidate"
          onClick={() => onChoose(at)}
        >
          <span className="found-title">{samples.join(' · ') || selectors.item}</span>
          <span className="found-address">
            {t('pageFeed.elements', { count })} · <code>{selectors.item}</code>
          </span>
        </div>
      ))}
    </div>
  )
}
