import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { fetchMessage } from '../shared/error-message/index.ts'
import { Button, EmptyState, RefreshIcon, SuccessIcon, Tag, useTranslation } from '../../ui/index.ts'
import { FigureLine, useAges, type FigureText } from './ages.tsx'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.tsx'

/** Feeds that cannot be fetched, the worst first, each with a button that tries again. */
export function FailingFeeds() {
  const { t } = useTranslation(['sources', 'errors'])
  const { api } = useUnit($services)
  const { change, busy, notice } = useChange()
  const ageOf = useAges()
  const query = useQuery({
    queryKey: ['admin', 'failingFeeds'],
    queryFn: async () => (await api.admin.failingFeeds({})).data,
    staleTime: 0,
    retry: false,
  })
  if (!query.data) return <QueryState query={query} />
  const dated = (key: string, iso: string | null): readonly FigureText[] => {
    if (iso === null) return []
    const { when, full } = ageOf(iso)
    return [{ text: t(`admin.feed.${key}`, { when }), full }]
  }
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
            ...(feed.url ? [feed.url] : []),
            t('admin.feed.failures', { count: feed.failures }),
            ...dated('checked', feed.checkedAt),
            ...dated('next', feed.nextFetchAt),
            t('admin.feed.readers', { count: feed.subscriptions }),
          ]
          return (
            <li key={feed.id} data-feed-id={feed.id}>
              <div className="admin-item">
                <p className="ui-buttons">
                  <strong>{title}</strong>
                  {feed.gone && <Tag tone="danger">{t('admin.feed.gone')}</Tag>}
                </p>
                {feed.errorMessage && <p>{fetchMessage(feed.errorMessage, t)}</p>}
                <FigureLine figures={figures} />
              </div>
              <Button
                size="small"
                icon={<RefreshIcon />}
                aria-label={t('admin.feed.fetchOne', { title })}
                busy={busy === feed.id}
                onClick={() => fetchNow(feed.id, title)}
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
