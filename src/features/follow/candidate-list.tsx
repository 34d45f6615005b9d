import { useEffect, useId, useRef, type KeyboardEvent } from 'react'

export type CandidateRow = {
  readonly selector: string
  readonly title: string
  /** In place of the selector. */
  readonly detail?: string
  /** How many elements it is. */
  readonly count?: string
}

type CandidateListProps = {
  readonly label: string
  readonly rows: readonly CandidateRow[]
  /** -1: none, the selectors were changed. */
  readonly current: number
  readonly onChoose: (at: number) => void
  /** Enter. */
  readonly onSubmit: () => void
}

/** What can be picked on a page. It has the focus from the start: the arrow keys go through them, Enter takes the current one. */
export function CandidateList({ label, rows, current, onChoose, onSubmit }: CandidateListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const last = rows.length - 1
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
      aria-label={label}
      aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
      ref={list}
      onKeyDown={move}
    >
      {rows.map(({ selector, title, detail, count }, at) => (
        <div
          key={selector}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          className="page-candidate"
          onClick={() => onChoose(at)}
        >
          <span className="found-title">{title}</span>
          <span className="found-address">
            {count && `${count} · `}
            {detail ?? <code>{selector}</code>}
          </span>
        </div>
      ))}
    </div>
  )
}
