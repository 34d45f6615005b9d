import { useUnit } from 'effector-react'
import { siteOfFeed } from '../../../contract/page-address.ts'
import { views } from '../../../contract/views.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
import {
  formatUntil,
  Avatar,
  IconButton,
  OpenMenuIcon,
  OwnerIcon,
  RelativeTime,
  SearchIcon,
  UpIcon,
  useCurrentMinute,
  useTranslation,
} from '../../../ui/index.ts'
import { columns, type Column, type FeedRow, type Order } from './sort-feeds.ts'
import { useTableKeys } from './use-table-keys.ts'

export type FeedsTableProps = {
  readonly rows: readonly FeedRow[]
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

const names: Readonly<Record<Column, string>> = {
  title: 'name',
  folder: 'folder',
  view: 'view',
  perWeek: 'perWeek',
  latest: 'latest',
  nextFetch: 'nextFetch',
  readers: 'readers',
  error: 'state',
}

/** One row a feed; the heads sort, the boxes choose, the title opens its form. */
export function FeedsTable({ rows, order, onOrder, chosen, onChoose }: FeedsTableProps) {
  const { t } = useTranslation(['settings', 'common'])
  const ids = rows.map(({ id }) => id)
  const all = ids.every((id) => chosen.has(id))
  const keys = useTableKeys({ ids, chosen, onChoose })
  const turn = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div
      ref={keys.table}
      className="ui-table-box feeds-table"
      data-scroll
      role="region"
      aria-label={t('pages.feeds')}
      onKeyDown={keys.onKeyDown}
    >
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">
              <label className="feeds-choice">
                <input
                  type="checkbox"
                  className="ui-checkbox"
                  aria-label={t('common:action.selectAll')}
                  checked={all}
                  onChange={() => onChoose(all ? new Set() : new Set(ids))}
                />
              </label>
            </th>
            {columns.map((column) => (
              <Head key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FeedLine
              key={row.id}
              row={row}
              chosen={chosen.has(row.id)}
              current={row.id === keys.current}
              onTurn={() => turn(row.id)}
              onFocus={() => keys.onFocusRow(row.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isNumber = (column: Column) => column === 'perWeek' || column === 'readers'

type HeadProps = { readonly column: Column } & Pick<FeedsTableProps, 'order' | 'onOrder'>

function Head({ column, order, onOrder }: HeadProps) {
  const { t } = useTranslation('settings')
  const text = t(`feeds.${names[column]}`)
  const here = order.by === column
  return (
    <th
      scope="col"
      data-number={isNumber(column) || undefined}
      aria-sort={here ? (order.up ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        aria-label={t('feeds.sortBy', { column: text })}
        onClick={() => onOrder({ by: column, up: here ? !order.up : true })}
      >
        {text}
        {here && (order.up ? <UpIcon aria-hidden="true" /> : <OpenMenuIcon aria-hidden="true" />)}
      </button>
    </th>
  )
}

type FeedLineProps = {
  readonly row: FeedRow
  readonly chosen: boolean
  /** Its controls are in the tab order. */
  readonly current: boolean
  readonly onTurn: () => void
  readonly onFocus: () => void
}

function FeedLine({ row, chosen, current, onTurn, onFocus }: FeedLineProps) {
  const { t, i18n } = useTranslation(['settings', 'common', 'people'])
  const now = useCurrentMinute()
  const opened = useUnit(dialogOpened)
  const number = (value: number | null) =>
    value === null ? '' : new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(value)
  return (
    <tr data-feed-id={row.id} data-chosen={chosen || undefined} onFocus={onFocus}>
      <td>
        <label className="feeds-choice">
          <input
            type="checkbox"
            className="ui-checkbox"
            aria-label={t('feeds.selectOne', { title: row.title })}
            tabIndex={current ? 0 : -1}
            checked={chosen}
            onChange={onTurn}
          />
        </label>
      </td>
      <th scope="row">
        <button
          type="button"
          className="feeds-name"
          tabIndex={current ? 0 : -1}
          onClick={() => opened({ id: 'edit-subscription', props: { subscriptionId: row.id } })}
        >
          <Avatar src={row.image} name={siteOfFeed(row)} size="small" />
          <span aria-hidden>{row.title}</span>
          <span className="ui-visually-hidden">{t('feeds.editOne', { title: row.title })}</span>
          {row.isOwn && <OwnerIcon className="feeds-claimed" aria-label={t('people:claim.claimed')} />}
        </button>
      </th>
      <td>{row.folder}</td>
      <td>{t(`common:view.${views[row.view]}`)}</td>
      <td data-number>{number(row.perWeek)}</td>
      <td>{row.latest && <RelativeTime at={row.latest} locale={i18n.language} />}</td>
      <td>{row.nextFetch && formatUntil(Date.parse(row.nextFetch), now, i18n.language)}</td>
      <td data-number>{number(row.readers)}</td>
      <td data-tone={row.error === null ? undefined : 'danger'}>
        {row.error === null ? (
          t('feeds.working')
        ) : (
          <span className="feeds-state">
            <span>{t('feeds.failing', { reason: row.error })}</span>
            <IconButton
              size="small"
              icon={<SearchIcon />}
              tabIndex={current ? 0 : -1}
              label={t('people:replacement.forOne', { title: row.title })}
              commandId="subscription:find-replacement"
              data-command-args={JSON.stringify({ subscriptions: [row.id] })}
            />
          </span>
        )}
      </td>
    </tr>
  )
}
