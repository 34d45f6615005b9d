/** The page of the daily reports: two cards, for articles or for social media. */
import { useUnit } from 'effector-react'
import { useEffect, type ComponentType, type ReactNode } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Markdown, SegmentedControl, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import type { Daily, DailyCard, DailyView } from './daily.ts'
import { Cost, Failure } from './model-notes.tsx'
import type { Usage } from './usage.ts'
import './daily-page.css'

/** Ids of entries, as the links of a report name them. */
const ENTRY_ID = /^\d+$/

export const createDailyPage = (daily: Daily, $usage: Usage, reader: ClientHost['reader']): ComponentType =>
  function DailyPage() {
    const { t } = useTranslation(['ai', 'common'])
    const { view, cards, failure, isWritten, opened, closed, viewChanged, retry } = useUnit({
      view: daily.$view,
      cards: daily.$cards,
      failure: daily.$failure,
      isWritten: daily.$isWritten,
      opened: daily.opened,
      closed: daily.closed,
      viewChanged: daily.viewChanged,
      retry: daily.retried,
    })
    useEffect(() => {
      opened(Date.now())
      return () => closed()
    }, [opened, closed])
    return (
      <div className="ai-daily">
        <SegmentedControl
          label={t('daily.views')}
          value={String(view)}
          segments={[
            { value: '0', label: t('common:view.article') },
            { value: '1', label: t('common:view.social') },
          ]}
          onChange={(value) => viewChanged(Number(value) as DailyView)}
        />
        {failure ? (
          <Failure error={failure.error} onRetry={() => cards.forEach(({ key }) => retry(key))} />
        ) : (
          cards.map((card) => <Card key={card.key} card={card} daily={daily} reader={reader} />)
        )}
        <footer className="ai-footer">
          {isWritten && <span className="ai-note">{t('writtenBy.server')}</span>}
          <Cost $usage={$usage} />
        </footer>
      </div>
    )
  }

type CardProps = { readonly card: DailyCard; readonly daily: Daily; readonly reader: ClientHost['reader'] }

function Card({ card, daily, reader }: CardProps) {
  const { t, i18n } = useTranslation('ai')
  const retry = useUnit(daily.retried)
  const open = useUnit(reader.entryRequested)
  const { startsAt, endsAt, view, report } = card
  const hours = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).formatRange(startsAt, endsAt)
  const linkOf = (id: string, label: ReactNode) => {
    if (!ENTRY_ID.test(id)) return null
    const address = reader.entryAddress({ view, entryId: id })
    return (
      <a
        href={address}
        onClick={(event) => {
          // A modifier opens another tab, as on any link.
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          open({ view, entryId: id })
        }}
      >
        {label}
      </a>
    )
  }
  const isPending = report === null || report.status === 'pending'
  return (
    <section className="ai-card" aria-label={hours} aria-busy={isPending}>
      <h2 className="ai-heading">{hours}</h2>
      {report?.status === 'error' ? (
        <Failure error={report.error} onRetry={() => retry(card.key)} />
      ) : report?.status === 'success' ? (
        report.text === '' ? (
          <p className="ai-note">{t('daily.empty')}</p>
        ) : (
          <div lang={card.language} dir="auto">
            <Markdown text={report.text} linkOf={linkOf} />
          </div>
        )
      ) : (
        <SkeletonText lines={4} />
      )}
    </section>
  )
}
