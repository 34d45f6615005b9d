import { useUnit } from 'effector-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { isField } from '../../../core/index.ts'
import { $pageListShare, pageListResized } from '../../../model/layout/index.ts'
import { useTranslation } from '../../../ui/index.ts'
import { useHasDetail } from './use-has-detail.ts'

export type Detail = { readonly label: string; readonly content: ReactNode }

type ListAndDetailProps = { readonly list: ReactNode; readonly detail: Detail | null }

const LIST = 'page-list'
/** px that j and k scroll by. */
const STEP = 60

/**
 * The list of a page, and what is chosen in it. As between the panes of the reader, l and the right arrow lead from a row to
 * the detail; h, the left arrow, Backspace and Escape lead back to the row.
 */
export function ListAndDetail({ list, detail }: ListAndDetailProps) {
  const { t } = useTranslation('common')
  const { share, resized } = useUnit({ share: $pageListShare, resized: pageListResized })
  const hasDetail = useHasDetail() && detail !== null
  const detailPane = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLElement>(null)
  const toDetail = (event: KeyboardEvent) => {
    const { key, target } = event
    if (!hasDetail || hasModifier(event) || isField(target) || !(target instanceof HTMLElement)) return
    if (!['l', 'ArrowRight'].includes(key) || target.closest('[role="tablist"]')) return
    taken(event)
    detailPane.current?.focus()
  }
  const inDetail = (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.defaultPrevented || hasModifier(event) || isField(target)) return
    const isOnPane = target === detailPane.current
    if (['Escape', 'h', 'Backspace'].includes(key) || (key === 'ArrowLeft' && isOnPane)) {
      taken(event)
      const start = detailPane.current?.closest('main')?.querySelector<HTMLElement>('.page-scroll')
      ;(row.current?.isConnected ? row.current : start)?.focus()
    } else if (isOnPane && (key === 'j' || key === 'k')) {
      taken(event)
      detailPane.current?.scrollBy({ top: key === 'j' ? STEP : -STEP })
    }
  }
  return (
    <Group
      className="page-panes"
      id="page-panes"
      orientation="horizontal"
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) resized(Math.round(layout[LIST] ?? share))
      }}
    >
      <Panel id={LIST} {...(hasDetail && { defaultSize: `${share}%`, minSize: '25%' })}>
        <div
          className="page-list"
          onKeyDown={toDetail}
          onFocus={({ target }) => {
            row.current = target
          }}
        >
          {list}
        </div>
      </Panel>
      {hasDetail && (
        <>
          <Separator id="after-page-list" aria-label={t('place.resizeList')} />
          <Panel id="page-detail" minSize="25%">
            <div
              ref={detailPane}
              className="page-detail entry-scroll"
              data-scroll
              role="region"
              aria-label={detail.label}
              tabIndex={0}
              onKeyDown={inDetail}
            >
              {detail.content}
            </div>
          </Panel>
        </>
      )}
    </Group>
  )
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

/** Neither the browser nor the commands act on it. */
function taken(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
