import {
  formatUntil,
  Button,
  EmptyState,
  SkeletonText,
  useCurrentMinute,
  useTranslation,
} from '../../ui/index.ts'
import { fetchMessage, RetryNotice } from '../shared/error-message/index.ts'
import { useFeedRows } from '../settings/index.ts'
import { useTimeText } from './use-time-text.ts'

/** Feeds with an error first, then in the order in which the server asks for them next. */
export function FeedRequests() {
  const { t, i18n } = useTranslation(['sources', 'errors'])
  const now = useCurrentMinute()
  const time = useTimeText()
  const { rows, isPending, failed, retry } = useFeedRows()
  if (isPending) return <SkeletonText lines={5} />
  const ordered = rows.toSorted(
    (a, b) =>
      Number(b.error !== null || b.gone) - Number(a.error !== null || a.gone) ||
      (a.nextFetch ?? '').localeCompare(b.nextFetch ?? ''),
  )
  return (
    <>
      {failed && <RetryNotice onRetry={retry}>{t('activity.feeds.failed')}</RetryNotice>}
      {rows.length === 0 && <EmptyState title={t('activity.feeds.none')} />}
      <ul className="activity-list" aria-label={t('activity.tabs.feeds')}>
        {ordered.map(({ id, title, url, error, gone, nextFetch }) => (
          <li key={id} data-subscription-id={id}>
            <div className="activity-item">
              <p>
                <strong>{title}</strong>
              </p>
              {error !== null && <p className="activity-fault">{fetchMessage(error, t)}</p>}
              <p className="activity-hint" title={nextFetch === null ? undefined : time(nextFetch)}>
                {[
                  url,
                  gone
                    ? t('activity.feeds.gone')
                    : nextFetch !== null &&
                      t('activity.feeds.next', {
                        when: formatUntil(Date.parse(nextFetch), now, i18n.language),
                      }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              size="small"
              aria-label={t('activity.feeds.requestsOf', { title })}
              commandId="subscription:why-failing"
              data-command-args={JSON.stringify({ subscriptions: [id] })}
            >
              {t('activity.feeds.requests')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
