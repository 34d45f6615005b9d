import { memo, type MouseEvent } from 'react'
import type { TreeRow } from '../../model/subscriptions/index.ts'
import {
  Avatar,
  Badge,
  DoneIcon,
  ExpandIcon,
  FeatherIcon,
  HomeIcon,
  InboxIcon,
  ListIcon,
  PrivateIcon,
  Row,
  SearchIcon,
  StarIcon,
  TagIcon,
  tooltip,
  WarningIcon,
  useTranslation,
} from '../../ui/index.ts'
import { fetchMessage } from '../shared/error-message/fetch-message.ts'
import type { TreePosition } from './tree-positions.ts'

export type SubscriptionRowProps = {
  readonly elementId: string
  readonly row: TreeRow
  /** The row that keys act on. */
  readonly cursor: boolean
  readonly selected: boolean
  readonly position: TreePosition
  /** px */
  readonly top: number
  readonly showUnread: boolean
  /** The marks of private and failing feeds. */
  readonly showMarks: boolean
  readonly onOpen: (row: TreeRow, event: MouseEvent) => void
  readonly onToggle: (row: TreeRow) => void
}

/** A row of the tree. */
export const SubscriptionRow = memo(function SubscriptionRow(props: SubscriptionRowProps) {
  const { elementId, row, cursor, selected, position, top, showUnread, showMarks, onOpen, onToggle } = props
  const { t } = useTranslation()
  return (
    <Row
      id={elementId}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={position.size}
      aria-posinset={position.position}
      aria-expanded={row.kind === 'folder' || row.kind === 'labels' ? (row.open ?? false) : undefined}
      aria-selected={selected || row.current}
      data-selected={selected || undefined}
      current={cursor}
      indent={row.depth}
      className="tree-row"
      data-row-id={row.id}
      data-subscription-id={row.subscriptionId ?? row.id}
      data-shown={row.current || undefined}
      data-unread={row.unread > 0 || undefined}
      style={{ top }}
      onClick={(event) => onOpen(row, event)}
      onDoubleClick={() => row.kind === 'folder' && onToggle(row)}
      icon={
        selected ? (
          <DoneIcon className="tree-check" aria-hidden="true" />
        ) : (
          <RowIcon row={row} onToggle={onToggle} />
        )
      }
      trailing={
        <>
          {showMarks && row.isPrivate && (
            <span className="tree-private" {...tooltip(t('tree.private'))}>
              <PrivateIcon aria-label={t('tree.private')} />
            </span>
          )}
          {showMarks && row.error && (
            <span className="tree-error" {...tooltip(fetchMessage(row.error, t))}>
              <WarningIcon aria-label={t('tree.failing')} />
            </span>
          )}
          {showUnread && <Badge count={row.unread} label={t('common:noun.unread', { count: row.unread })} />}
        </>
      }
    >
      {nameOf(row, t)}
    </Row>
  )
}, isSameRow)

/** The tree is rebuilt with every count; a row renders only when its own props changed. */
function isSameRow(a: SubscriptionRowProps, b: SubscriptionRowProps): boolean {
  const { row: rowA, position: positionA, ...restA } = a
  const { row: rowB, position: positionB, ...restB } = b
  return shallowEqual(rowA, rowB) && shallowEqual(positionA, positionB) && shallowEqual(restA, restB)
}

/** `source` is a new object each time, but is determined by the id. */
function shallowEqual(a: object, b: object): boolean {
  const all = Object.entries(a)
  return (
    all.length === Object.keys(b).length &&
    all.every(([name, value]) => name === 'source' || Object.is(value, (b as Record<string, unknown>)[name]))
  )
}

function nameOf(row: TreeRow, t: (key: string) => string): string {
  if (row.kind === 'searches') return t('common:place.searches')
  if (row.kind === 'labels') return t('common:place.labels')
  if (row.kind === 'all') return t('common:place.all')
  if (row.kind === 'rare') return t('common:place.rare')
  return row.kind === 'stars' ? t('common:place.collections') : row.title
}

function RowIcon({ row, onToggle }: { readonly row: TreeRow; readonly onToggle: (row: TreeRow) => void }) {
  if (row.kind === 'all') return <HomeIcon aria-hidden="true" />
  if (row.kind === 'rare') return <FeatherIcon aria-hidden="true" />
  if (row.kind === 'stars') return <StarIcon aria-hidden="true" />
  if (row.kind === 'list')
    return row.image ? (
      <Avatar src={row.image} name={row.title} size="small" />
    ) : (
      <ListIcon aria-hidden="true" />
    )
  if (row.kind === 'searches' || row.kind === 'search') return <SearchIcon aria-hidden="true" />
  if (row.kind === 'label')
    return <TagIcon className="tree-label" data-accent={row.color ?? undefined} aria-hidden="true" />
  if (row.kind === 'inbox') return <InboxIcon aria-hidden="true" />
  if (row.kind === 'folder' || row.kind === 'labels')
    return (
      <span
        className="tree-fold"
        data-open={row.open || undefined}
        onClick={(event) => {
          // The arrow toggles; the rest of the row navigates.
          event.stopPropagation()
          onToggle(row)
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <ExpandIcon aria-hidden="true" />
      </span>
    )
  return <Avatar src={row.image} name={row.site ?? row.title} size="small" />
}
