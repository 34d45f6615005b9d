import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useNavigate, useParams } from 'react-router'
import { $services } from '../../model/services.ts'
import { $areSubscriptionsKnown } from '../../model/subscriptions/index.ts'
import { Button, ErrorState, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { FollowForm } from '../follow/index.ts'
import { Page } from '../shared/page/index.ts'

/** The page /share/feeds/{id}: a feed with its latest entries, to be followed. */
export function SharedFeedPage() {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const { id = '' } = useParams()
  const { services, areKnown } = useUnit({ services: $services, areKnown: $areSubscriptionsKnown })
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['feeds', 'shared', id],
    queryFn: async () => (await services.api.feeds.get({ id, entriesLimit: 0 })).data,
    retry: false,
  })
  // Whether it is followed already changes the page.
  const isKnown = areKnown && query.data !== undefined
  return (
    <Page className="share-page" title={query.data?.feed.title || t('shared.feed')}>
      {query.isError && (
        <ErrorState
          title={t('shared.feedFailed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      )}
      {!query.isError && !isKnown && <SkeletonText lines={5} />}
      {query.data && isKnown && (
        <FollowForm
          key={id}
          chosen={{ feed: query.data.feed, analytics: query.data.analytics }}
          view={0}
          onClose={() => void navigate(`/timeline/view-0/${id}/pending`)}
        />
      )}
    </Page>
  )
}
