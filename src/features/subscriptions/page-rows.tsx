import { useUnit } from 'effector-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { $firstKeys, registry } from '../../model/app/index.ts'
import { $currentPageRow, $openPageRow, $pageRows, type PageRow } from '../../model/subscriptions/index.ts'
import { $lookedAt } from '../../model/timeline/last-looked.ts'
import { Icon, Kbd, RelativeTime, useTranslation } from '../../ui/index.ts'
import './page-rows.css'

/** When the reader last asked for entries; its line is there before. */
function LastLooked() {
  const { t } = useTranslation('sources')
  const at = useUnit($lookedAt)
  return (
    <div className="status-items">
      <span className="status-text">
        {at === null ? '\u00a0' : t('activity.looked')} {at !== null && <RelativeTime at={at} />}
      </span>
    </div>
  )
}

/** The pages, as rows under the feeds, and when the reader last looked for entries. The keys of the column walk through them, which moves the focus to their links. */
export function PageRows() {
  const { rows, open, current, keys, invoke } = useUnit({
    rows: $pageRows,
    open: $openPageRow,
    current: $currentPageRow,
    keys: $firstKeys,
    invoke: registry.commandInvoked,
  })
  // Titles of plugins are in namespaces of their own.
  const { t } = useTranslation([
    'app',
    'sources',
    ...rows.map(({ titleKey }) => titleKey.split(':')[0] ?? ''),
  ])
  const list = useRef<HTMLUListElement>(null)
  const currentId = current?.id ?? null
  useEffect(() => {
    const column = list.current?.closest<HTMLElement>('[data-focus-area]')
    const link =
      currentId === null ? null : list.current?.querySelector<HTMLElement>(`[data-row-id="${currentId}"]`)
    const focused = document.activeElement
    if (link && column?.contains(focused)) link.focus()
    else if (list.current?.contains(focused)) column?.querySelector<HTMLElement>('[data-scroll]')?.focus()
    if (!link) return
    // The column receives the focus at its tree, and its keys go on from the current row.
    const entered = ({ target, relatedTarget }: FocusEvent) => {
      const isFromColumn = relatedTarget instanceof Node && column?.contains(relatedTarget)
      if (!isFromColumn && target instanceof Element && target.matches('[data-scroll]')) link.focus()
    }
    column?.addEventListener('focusin', entered)
    return () => column?.removeEventListener('focusin', entered)
  }, [currentId])
  const opened = (event: MouseEvent, { command }: PageRow) => {
    // Another tab or window opens by the link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    invoke({ id: command, source: 'button' })
  }
  if (rows.length === 0) return null
  const stop = current ?? open ?? rows[0]
  return (
    <>
      <ul ref={list} className="page-rows" aria-label={t('tree.pages')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              className="page-row"
              to={row.path}
              data-row-id={row.id}
              data-cursor={row.id === currentId || undefined}
              aria-current={row === open ? 'page' : undefined}
              tabIndex={row === stop ? 0 : -1}
              onClick={(event) => opened(event, row)}
            >
              <Icon name={row.icon} />
              <span className="page-row-title">{t(row.titleKey)}</span>
              <span className="page-row-keys" aria-hidden="true">
                <Kbd keys={keys.get(row.command) ?? ''} plain />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LastLooked />
    </>
  )
}
