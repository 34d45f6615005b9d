import { useUnit } from 'effector-react'
import { useEffect, useState, type CSSProperties } from 'react'
import type { Transaction } from './wire.ts'
import { Button, RelativeTime, Select, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import { changeOf, movementOf, sumsByDay, type Day } from './days.ts'
import { filters, type Filter, type PowerModel } from './model.ts'
import { Failure, useAmount } from './parts.tsx'

type TransactionsProps = { readonly model: PowerModel; readonly userId: string }

/** Every transaction of the user, by kind, and what came and went by day. */
export function Transactions({ model, userId }: TransactionsProps) {
  const { t } = useTranslation('power')
  const [filter, setFilter] = useState<Filter>('all')
  const [pages, setPages] = useState(1)
  const { data, error } = useUnit(model.transactions.$loaded)
  const wallet = useUnit(model.overview.$loaded).data?.wallet
  const { load, busy } = useUnit({ load: model.transactions.loadFx, busy: model.transactions.loadFx.pending })
  const balance = wallet?.powerToken
  useEffect(() => {
    // The balance changes with each transaction.
    void balance
    void load({ userId, filter, pages }).catch(() => {})
  }, [load, userId, filter, pages, balance])
  return (
    <section className="power-transactions" aria-label={t('transactions.title')}>
      <h2>{t('transactions.title')}</h2>
      <Chart model={model} userId={userId} balance={balance} />
      <div className="power-filter">
        <Select<Filter>
          label={t('transactions.filter')}
          value={filter}
          choices={filters.map((value) => ({ value, label: t(`transactions.types.${value}`) }))}
          onChange={(value) => {
            setFilter(value)
            setPages(1)
          }}
        />
      </div>
      {error !== null && (
        <Failure error={error} onRetry={() => load({ userId, filter, pages }).catch(() => {})} />
      )}
      {data === null ? (
        error === null && <SkeletonText lines={4} />
      ) : data.rows.length === 0 ? (
        <p className="power-note">{t('transactions.none')}</p>
      ) : (
        <ul className="power-list">
          {data.rows.map((one) => (
            <TransactionRow key={one.hash} transaction={one} userId={userId} />
          ))}
        </ul>
      )}
      {data?.hasMore && (
        <Button busy={busy} onClick={() => setPages(pages + 1)}>
          {t('transactions.more')}
        </Button>
      )}
    </section>
  )
}

type RowProps = { readonly transaction: Transaction; readonly userId: string }

function TransactionRow({ transaction, userId }: RowProps) {
  const { t, i18n } = useTranslation('power')
  const amount = useAmount()
  const movement = movementOf(transaction, userId)
  const change = changeOf(transaction, userId)
  const { type, toFeed, fromUser, toUser, comment, tax, toListId, toRSSHubId } = transaction
  const other = movement === 'out' ? (toFeed?.title ?? toUser?.name) : fromUser?.name
  const what = type === 'purchase' ? (toListId ? 'list' : toRSSHubId ? 'rsshub' : 'purchase') : type
  const about = other ?? (type === 'withdraw' ? comment : null)
  return (
    <li data-movement={movement}>
      <div className="power-list-text">
        <p>{t(`transactions.${movement}.${what}`)}</p>
        <p className="power-note">
          {about && <span>{about} · </span>}
          <RelativeTime at={transaction.createdAt} locale={i18n.language} />
          {movement === 'in' && BigInt(tax) > 0n && (
            <span> · {t('transactions.taxed', { tax: amount(tax) })}</span>
          )}
        </p>
      </div>
      <strong className="power-change">{change < 0n ? `− ${amount(-change)}` : `+ ${amount(change)}`}</strong>
    </li>
  )
}

type ChartProps = TransactionsProps & { readonly balance: string | undefined }

function Chart({ model, userId, balance }: ChartProps) {
  const { t } = useTranslation('power')
  const { data, error } = useUnit(model.recent.$loaded)
  const load = useUnit(model.recent.loadFx)
  const [now] = useState(() => Date.now())
  useEffect(() => {
    // The balance changes with each transaction.
    void balance
    void load({ userId, now }).catch(() => {})
  }, [load, userId, now, balance])
  // The list below says why there is none.
  if (data === null) return error === null ? <SkeletonText lines={3} /> : null
  const days = sumsByDay(data, userId, now)
  return (
    <figure className="power-chart">
      <Bars days={days} />
      <figcaption className="power-note">{t('chart.caption')}</figcaption>
    </figure>
  )
}

/** One column for each day: received above the line, spent below. */
function Bars({ days }: { readonly days: readonly Day[] }) {
  const { t, i18n } = useTranslation('power')
  const amount = useAmount()
  const most = days.reduce((max, { received, spent }) => {
    const larger = received > spent ? received : spent
    return larger > max ? larger : max
  }, 1n)
  const part = (sum: bigint) => Number((sum * 1000n) / most) / 1000
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'short', day: 'numeric' })
  const total = (of: (day: Day) => bigint) => amount(days.reduce((sum, day) => sum + of(day), 0n))
  const summary = t('chart.summary', {
    received: total(({ received }) => received),
    spent: total(({ spent }) => spent),
  })
  return (
    <>
      <p className="power-chart-sum">{summary}</p>
      <div className="power-bars" role="img" aria-label={`${t('chart.label')} ${summary}`}>
        {days.map(({ day, received, spent }) => (
          <span
            key={day}
            className="power-day"
            title={t('chart.day', {
              day: format.format(new Date(`${day}T12:00`)),
              received: amount(received),
              spent: amount(spent),
            })}
            style={{ '--received': part(received), '--spent': part(spent) } as CSSProperties}
          />
        ))}
      </div>
      <div className="power-axis power-note" aria-hidden="true">
        <span>{format.format(new Date(`${days[0]?.day}T12:00`))}</span>
        <span>{format.format(new Date(`${days.at(-1)?.day}T12:00`))}</span>
      </div>
    </>
  )
}
