import { keepPreviousData, useIsFetching, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../../model/query-client.ts'
import { feedStatisticsFx } from '../../../model/feed-statistics/index.ts'
import { $ready } from '../../../model/app/index.ts'
import { $session } from '../../../model/session/index.ts'
import { $feeds, $subscriptions } from '../../../model/subscriptions/index.ts'
import { useTranslation } from '../../../ui/index.ts'
import type { FeedRow } from './sort-feeds.ts'

/** All subscribed feeds; posting frequency is added when the server responds. */
export function useFeedRows() {
  const { ready, load, subscriptions, feeds, session } = useUnit({
    ready: $ready,
    load: feedStatisticsFx,
    subscriptions: $subscriptions,
    feeds: $feeds,
    session: $session,
  })
  const { t } = useTranslation('errors')
  const isFetching = useIsFetching({ queryKey: ['subscriptions'] }) > 0
  // At the first start of a browser they come from the server, once it knows who the user is.
  const areAwaited = !ready || isFetching || ['unknown', 'loading'].includes(session.status)
  const ids = [...subscriptions.values()].flatMap(({ feedId }) => feedId ?? []).toSorted()
  const analytics = useQuery({
    ...storedQuery,
    queryKey: ['feeds', 'analytics', ids],
    queryFn: () => load(ids),
    enabled: ids.length > 0,
    // After an unfollow or a follow, the figures of the others stay.
    placeholderData: keepPreviousData,
  })
  const rows = [...subscriptions.values()].flatMap((subscription): FeedRow[] => {
    const feed = feeds.get(subscription.feedId ?? '')
    if (!feed) return []
    const known = analytics.data?.[feed.id]
    return [
      {
        id: subscription.id,
        feedId: feed.id,
        title: subscription.title || feed.title || feed.url,
        url: feed.url,
        image: feed.image ?? null,
        siteUrl: feed.siteUrl ?? null,
        folder: subscription.category ?? '',
        isOwn: Boolean(feed.ownerUserId) && feed.ownerUserId === session.user?.id,
        view: subscription.view,
        perWeek: known?.updatesPerWeek ?? feed.updatesPerWeek ?? null,
        latest: known?.latestEntryPublishedAt ?? feed.latestEntryPublishedAt ?? null,
        nextFetch: known?.nextFetchAt ?? null,
        readers: known?.subscriptionCount ?? feed.subscriptionCount ?? null,
        error: feed.errorAt ? feed.errorMessage || t('errors:2003') : null,
        gone: known !== undefined && known.nextFetchAt === null,
        followedAt: subscription.createdAt,
      },
    ]
  })
  return {
    rows,
    isPending: (areAwaited && rows.length === 0) || analytics.isLoading,
    failed: analytics.isError,
    retry: () => void analytics.refetch(),
  }
}
