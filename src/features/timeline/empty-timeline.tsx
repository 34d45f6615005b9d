import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../model/query-client.ts'
import { $location, type LocationSource } from '../../model/location/index.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { $scope, $unreadOnly } from '../../model/timeline/index.ts'
import { $services } from '../../model/services.ts'
import { Button, EmptyState, ErrorState, useTranslation } from '../../ui/index.ts'
import { fetchMessage } from '../shared/error-message/fetch-message.ts'
import { AllRead } from './all-read.tsx'
import { Hint } from './hint.tsx'

/** A timeline without entries: whether all of them are read, or none could be fetched. */
export default function EmptyTimeline() {
  const { t } = useTranslation()
  const {
    place: location,
    scope,
    feeds,
    unreadOnly,
  } = useUnit({
    place: $location,
    scope: $scope,
    feeds: $feeds,
    unreadOnly: $unreadOnly,
  })
  const { isLoading, data: hasEntries } = useHasEntries()
  const feedIds = 'feedIds' in scope.of ? scope.of.feedIds : []
  const reason = emptyReasonOf(location.source, feedIds, feeds, hasEntries)
  if (reason.is === 'feed-failing') return <FailingFeed feedId={reason.feedId} message={reason.message} />
  if (reason.is === 'all-failing')
    return (
      <ErrorState
        title={t('timeline.feedsFailing', { count: reason.count })}
        actions={<Hint id="subscription:why-failing" />}
      />
    )
  // "All read" is not shown before it is certain.
  if (isLoading) return null
  if (reason.is === 'nothing-fetched')
    return (
      <EmptyState
        title={t('timeline.nothingFetched')}
        description={
          reason.failing > 0
            ? t('timeline.feedsFailing', { count: reason.failing })
            : t('timeline.nothingFetchedWords')
        }
        hint={<Hint id="timeline:refetch" />}
      />
    )
  return unreadOnly ? (
    <AllRead />
  ) : (
    <EmptyState
      title={t('timeline.empty')}
      description={t('timeline.emptyWords')}
      hint={<Hint id="timeline:refetch" />}
    />
  )
}

/** Whether the location has entries, read ones included. The server is queried only when the local database has none. */
function useHasEntries() {
  const [scope, services] = useUnit([$scope, $services])
  return useQuery({
    queryKey: ['timeline', 'has-entries', scope.key],
    retry: false,
    queryFn: async () => {
      const stored = await services.local.call('timeline.page', {
        of: scope.of,
        unreadOnly: false,
        after: null,
        limit: 1,
      })
      if (stored.ids.length > 0 || scope.remote === null) return stored.ids.length > 0
      const { data = [] } = await services.api.entries.list({ ...scope.remote, read: undefined, limit: 1 })
      return data.length > 0
    },
  })
}

type FailingFeedProps = { readonly feedId: string; readonly message: string | null }

/** A feed that fails to be fetched: the reason, the next attempt, and actions. */
function FailingFeed({ feedId, message }: FailingFeedProps) {
  const { t, i18n } = useTranslation()
  const [services, subscriptions] = useUnit([$services, $subscriptions])
  const fetches = useQuery({
    ...storedQuery,
    queryKey: ['feeds', 'fetches', feedId],
    retry: false,
    queryFn: async () => (await services.api.feeds.fetches({ id: feedId })).data,
  })
  const next = fetches.data?.nextFetchAt
  const when =
    next &&
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(next))
  const subscription = `feed/${feedId}`
  const args = JSON.stringify({ subscriptions: [subscription] })
  return (
    <ErrorState
      title={t('timeline.feedFailing', {
        reason: message === null ? t('subscription.health.noReason') : fetchMessage(message, t),
      })}
      description={when ? t('subscription.health.next', { when }) : undefined}
      actions={
        subscriptions.has(subscription) && (
          <>
            <Button variant="primary" commandId="subscription:refresh" data-command-args={args}>
              {t('subscription.health.fetchNow')}
            </Button>
            <Button commandId="subscription:find-replacement" data-command-args={args}>
              {t('timeline.findReplacement')}
            </Button>
            <Button commandId="subscription:edit" data-command-args={args}>
              {t('timeline.editFeed')}
            </Button>
            <Button commandId="subscription:unfollow" data-command-args={args}>
              {t('timeline.unfollowFeed')}
            </Button>
          </>
        )
      }
    />
  )
}

type FetchedFeed = {
  readonly id: string
  /** ISO time of the last failure; null or absent: the last fetch worked. */
  readonly errorAt?: string | null
  readonly errorMessage?: string | null
}

/** Why a timeline has no entries. */
type EmptyReason =
  | { readonly is: 'feed-failing'; readonly feedId: string; readonly message: string | null }
  | { readonly is: 'all-failing'; readonly count: number }
  | { readonly is: 'nothing-fetched'; readonly failing: number }
  | { readonly is: 'nothing-left' }

/** @param hasEntries whether the feeds have any entries, read ones included; undefined: unknown */
function emptyReasonOf(
  source: LocationSource,
  feedIds: readonly string[],
  feeds: ReadonlyMap<string, FetchedFeed>,
  hasEntries: boolean | undefined,
): EmptyReason {
  const failing = feedIds.flatMap((id) => {
    const feed = feeds.get(id)
    return feed?.errorAt ? [feed] : []
  })
  const [first] = failing
  if (first && source.kind === 'feed')
    return { is: 'feed-failing', feedId: first.id, message: first.errorMessage || null }
  if (first && failing.length === feedIds.length) return { is: 'all-failing', count: failing.length }
  if (hasEntries === false) return { is: 'nothing-fetched', failing: failing.length }
  return { is: 'nothing-left' }
}
