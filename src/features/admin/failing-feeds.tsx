import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { fetchMessage } from '../shared/error-message/index.ts'
import { Button, EmptyState, RefreshIcon, SuccessIcon, Tag, useTranslation } from '../../ui/index.ts'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.tsx'

/** Feeds that cannot be fetched, the worst first, each with a button that tries again. */
export function FailingFeeds() {
  const { t, i18n } = useTranslation(['sources', 'errors'])
  const { api } = useUnit($services)
  const { change, busy, notice } = useChange()
  const query = useQuery({
    queryKey: ['admin', 'failingFeeds'],
    queryFn: async () => (await api.admin.failingFeeds({})).data,
    staleTime: 0,
    retry: false,
  })
  if (!query.data) return <QueryState query={query} />
  const time = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
  const fetchNow = (id: string, title: string) =>
    change(id, async () => {
      await api.feeds.refresh({ id })
      return t('admin.feed.fetched', { title })
    })
  return (
    <>
      {notice}
      {query.data.length === 0 && (
        <EmptyState
          icon={<SuccessIcon />}
          title={t('admin.feed.none')}
          description={t('admin.feed.noneHint')}
        />
      )}
      <ul className="admin-list" aria-label={t('admin.tabs.feeds')}>
        {query.data.map((feed) => {
          const title = feed.title || feed.url || t('admin.feed.private')
          const figures = [
            feed.url,
            t('admin.feed.failures', { count: feed.failures }),
            feed.checkedAt && t('admin.feed.checked', { when: time(feed.checkedAt) }),
            feed.nextFetchAt && t('admin.feed.next', { when: time(feed.nextFetchAt) }),
            t('admin.feed.readers', { count: feed.subscriptions }),
          ]
          return (
            <li key={feed.id} data-feed-id={feed.id}>
              <div className="admin-item">
                <p className="admin-name">
                  <strong>{title}</strong>
                  {feed.gone && <Tag tone="danger">{t('admin.feed.gone')}</Tag>}
                </p>
                {feed.errorMessage && <p>{fetchMessage(feed.errorMessage, t)}</p>}
                <p className="admin-hint">{figures.filter(Boolean).join(' · ')}</p>
              </div>
              <Button
                size="small"
                icon={<RefreshIcon />}
                aria-label={t('admin.feed.fetchOne', { title })}
                busy={busy === feed.id}
                onClick={() => void fetchNow(feed.id, title)}
              >
                {t('admin.feed.fetchNow')}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
