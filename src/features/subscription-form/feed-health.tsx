import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../model/query-client.ts'
import type { FetchRecord } from '../../contract/feeds.ts'
import { $feedCheck } from '../../model/feed-checks/index.ts'
import { $services } from '../../model/services.ts'
import { Button, RefreshIcon, RelativeTime, SkeletonText, useTranslation } from '../../ui/index.ts'
import { fetchMessage, RetryNotice } from '../shared/error-message/index.ts'
import { healthOf } from './health.ts'

type HealthProps = {
  readonly feedId: string
  /** The user opened the dialog for this: it is scrolled into view, with its history open. */
  readonly isRequested: boolean
  /** Its history is open at first, also where it was not opened for this. */
  readonly isHistoryOpen?: boolean
}

/** The state of fetching in one sentence, then the latest fetches. */
export function FeedHealth({ feedId, isRequested, isHistoryOpen = isRequested }: HealthProps) {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const [services, check] = useUnit([$services, $feedCheck])
  const args = JSON.stringify({ subscriptions: [`feed/${feedId}`] })
  const fetchesQuery = useQuery({
    ...storedQuery,
    queryKey: ['feeds', 'fetches', feedId],
    queryFn: async () => (await services.api.feeds.fetches({ id: feedId })).data,
  })
  return (
    <section
      className="feed-health"
      aria-label={t('subscription.health.title')}
      aria-busy={fetchesQuery.isPending}
      tabIndex={-1}
      ref={isRequested ? focusSection : undefined}
    >
      <header>
        <h3>{t('subscription.health.title')}</h3>
        <Button
          size="small"
          icon={<RefreshIcon />}
          busy={check !== null}
          commandId="subscription:refresh"
          data-command-args={args}
        >
          {t('subscription.health.fetchNow')}
        </Button>
      </header>
      {fetchesQuery.isPending && <SkeletonText lines={2} />}
      {fetchesQuery.isError && (
        <RetryNotice onRetry={() => fetchesQuery.refetch()}>{t('subscription.health.failed')}</RetryNotice>
      )}
      {fetchesQuery.data && ['failing', 'gone'].includes(healthOf(fetchesQuery.data.fetches).is) && (
        <Button size="small" commandId="subscription:find-replacement" data-command-args={args}>
          {t('timeline.findReplacement')}
        </Button>
      )}
      {fetchesQuery.data && <History {...fetchesQuery.data} isOpen={isHistoryOpen} />}
    </section>
  )
}

/** Focuses before the dialog sets its initial focus, which it then skips. */
function focusSection(section: HTMLElement | null): void {
  section?.focus()
  section?.scrollIntoView({ block: 'nearest' })
}

type HistoryProps = {
  readonly fetches: readonly FetchRecord[]
  readonly nextFetchAt: string | null
  readonly isOpen: boolean
}

function History({ fetches, nextFetchAt, isOpen }: HistoryProps) {
  const { t, i18n } = useTranslation(['app', 'errors'])
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
            reason:
              health.reason === null ? t('subscription.health.noReason') : fetchMessage(health.reason, t),
          })}{' '}
        {nextFetchAt && t('subscription.health.next', { when: when(nextFetchAt) })}
      </p>
      {fetches.length > 0 && (
        <details className="feed-health-record" open={isOpen}>
          <summary>{t('subscription.health.history')}</summary>
          <table className="ui-table">
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
                    {one.message && <span className="feed-health-cause">{fetchMessage(one.message, t)}</span>}
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
