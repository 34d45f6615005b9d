import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { FetchRecord } from '../../contract/feeds.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, RefreshIcon, RelativeTime, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../error-message/index.ts'
import { healthOf } from './health.ts'

type HealthProps = {
  readonly feedId: string
  /** The person has come for this: it is brought into sight, with its record open. */
  readonly isAsked: boolean
}

/** How fetching goes: in one sentence, then the last fetches one by one. */
export function FeedHealth({ feedId, isAsked }: HealthProps) {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const services = useUnit($services)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<{ tone: 'success' | 'danger'; words: string } | null>(null)
  const asked = useQuery({
    queryKey: ['feeds', 'fetches', feedId],
    queryFn: async () => (await services.api.feeds.fetches({ id: feedId })).data,
  })
  const fetchNow = async () => {
    setBusy(true)
    try {
      await services.api.feeds.refresh({ id: feedId })
      setTold({ tone: 'success', words: t('subscription.health.fetched') })
      await asked.refetch()
    } catch (failure) {
      setTold({ tone: 'danger', words: errorMessage(failure, t) })
    }
    setBusy(false)
  }
  return (
    <section
      className="feed-health"
      aria-label={t('subscription.health.title')}
      aria-busy={asked.isPending}
      tabIndex={-1}
      ref={isAsked ? showHere : undefined}
    >
      <header>
        <h3>{t('subscription.health.title')}</h3>
        <Button size="small" icon={<RefreshIcon />} busy={busy} onClick={() => void fetchNow()}>
          {t('subscription.health.fetchNow')}
        </Button>
      </header>
      {told && <Notice tone={told.tone}>{told.words}</Notice>}
      {asked.isPending && <SkeletonText lines={2} />}
      {asked.isError && (
        <RetryNotice onRetry={() => asked.refetch()}>{t('subscription.health.failed')}</RetryNotice>
      )}
      {asked.data && <Record {...asked.data} isOpen={isAsked} />}
    </section>
  )
}

/** Focused before the dialog looks for something to focus, which it then leaves alone. */
function showHere(section: HTMLElement | null): void {
  section?.focus()
  section?.scrollIntoView({ block: 'nearest' })
}

type RecordProps = {
  readonly fetches: readonly FetchRecord[]
  readonly nextFetchAt: string | null
  readonly isOpen: boolean
}

function Record({ fetches, nextFetchAt, isOpen }: RecordProps) {
  const { t, i18n } = useTranslation('app')
  const health = healthOf(fetches)
  const when = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
  return (
    <>
      <p className="feed-health-words" data-health={health.is}>
        {health.is === 'none' && t('subscription.health.none')}
        {health.is === 'well' && t('subscription.health.well', { when: when(health.at) })}
        {health.is === 'gone' && t('subscription.health.gone')}
        {health.is === 'failing' &&
          t('subscription.health.failing', {
            when: when(health.since),
            reason: health.reason ?? t('subscription.health.noReason'),
          })}{' '}
        {nextFetchAt && t('subscription.health.next', { when: when(nextFetchAt) })}
      </p>
      {fetches.length > 0 && (
        <details className="feed-health-record" open={isOpen}>
          <summary>{t('subscription.health.history')}</summary>
          <table>
            <thead className="ui-visually-hidden">
              <tr>
                <th scope="col">{t('subscription.health.time')}</th>
                <th scope="col">{t('subscription.health.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {fetches.map((one) => (
                <tr key={one.at} data-outcome={one.outcome}>
                  <td>
                    <RelativeTime at={one.at} locale={i18n.language} />
                  </td>
                  <td>
                    {t(`subscription.health.outcomes.${one.outcome}`, { count: one.newEntries })}
                    {one.status !== null && <span className="feed-health-status">{one.status}</span>}
                    {one.message && <span className="feed-health-cause">{one.message}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  )
}
