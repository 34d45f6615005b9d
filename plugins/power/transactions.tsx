import { useState, type CSSProperties } from 'react'
import type { Transaction } from './wire.ts'
import { Button, RelativeTime, Select, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import { changeOf, movementOf, sumsByDay, type Day } from './days.ts'
import type { PowerModel } from './model.ts'
import { Failure, useAmount } from './parts.tsx'
import { filters, useRecentTransactions, useTransactions, type Filter } from './queries.ts'

type TransactionsProps = {
  readonly model: PowerModel
  readonly userId: string
  readonly balance: string
}

/** Every transaction of the user, by kind, and what came and went by day. */
export function Transactions({ model, userId, balance }: TransactionsProps) {
  const { t } = useTranslation('power')
  const [filter, setFilter] = useState<Filter>('all')
  const query = useTransactions(model, { userId, balance, filter })
  const rows = query.data?.pages.flat()
  return (
    <section className="power-transactions" aria-label={t('transactions.title')}>
      <h2>{t('transactions.title')}</h2>
      <Chart model={model} userId={userId} balance={balance} />
      <div className="power-filter">
        <Select<Filter>
          label={t('transactions.filter')}
          value={filter}
          choices={filters.map((value) => ({ value, label: t(`transactions.types.${value}`) }))}
          onChange={setFilter}
        />
      </div>
      {query.error !== null && <Failure error={query.error} onRetry={query.refetch} />}
      {query.isPending && <SkeletonText lines={4} />}
      {rows?.length === 0 && <p className="power-note">{t('transactions.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className="power-list">
          {rows.map((one) => (
            <TransactionRow key={one.hash} transaction={one} userId={userId} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
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

function Chart({ model, userId, balance }: TransactionsProps) {
  const { t } = useTranslation('power')
  const [now] = useState(() => Date.now())
  const { data, isPending } = useRecentTransactions(model, { userId, balance, now })
  if (isPending) return <SkeletonText lines={3} />
  // The list below says why there is none.
  if (!data) return null
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
