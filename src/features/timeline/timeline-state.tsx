import { useUnit } from 'effector-react'
import { lazy, memo, Suspense } from 'react'
import { $ready } from '../../model/app/index.ts'
import { $location } from '../../model/location/index.ts'
import { $online } from '../../model/network/index.ts'
import { $session } from '../../model/session/index.ts'
import { $subscriptions, $tree, $visibleCounts } from '../../model/subscriptions/index.ts'
import { $timeline, $unreadOnly, timelineRefetched } from '../../model/timeline/index.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  FeedIcon,
  Delayed,
  OfflineIcon,
  Skeleton,
  StarIcon,
  useTranslation,
} from '../../ui/index.ts'
import { SignInButton } from '../shared/command-presentation/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { Hint } from './hint.tsx'
import { locationUnread } from './location-title.ts'
import { NoReadingList, ReadingEnd } from './reading-progress.tsx'

const AllReadFoot = lazy(async () => ({ default: (await import('./all-read.tsx')).AllReadFoot }))
const EmptyTimeline = lazy(() => import('./empty-timeline.tsx'))
const EmptyAccount = lazy(() => import('./empty-account.tsx'))
const EmptySearch = lazy(() => import('./empty-search.tsx'))

/** Replaces the list: loading, all read, no subscriptions, failed. */
export function TimelineState() {
  const { t } = useTranslation()
  const {
    timeline,
    ready,
    subscriptions,
    place: location,
    online,
    session,
    retry,
  } = useUnit({
    timeline: $timeline,
    ready: $ready,
    subscriptions: $subscriptions,
    place: $location,
    online: $online,
    session: $session,
    retry: timelineRefetched,
  })
  if (timeline.status === 'error')
    return (
      <ErrorState
        title={t('timeline.failed')}
        description={errorMessage(timeline.error, t)}
        actions={<Button onClick={() => retry()}>{t('common:action.retry')}</Button>}
      />
    )
  if (!ready || timeline.status === 'loading') return waiting
  if (session.status === 'unauthenticated' && subscriptions.size === 0)
    return (
      <EmptyState
        icon={<FeedIcon />}
        title={t('timeline.signedOut')}
        description={t('timeline.signedOutWords')}
        actions={<SignInButton />}
      />
    )
  if (location.source.kind === 'search')
    return (
      <Suspense fallback={waiting}>
        <EmptySearch query={location.source.query} />
      </Suspense>
    )
  if (location.source.kind === 'reading-list') return <NoReadingList />
  if (location.source.kind === 'collections')
    return <EmptyState icon={<StarIcon />} title={t('timeline.noStars')} hint={<Hint id="entry:star" />} />
  if (subscriptions.size === 0)
    return (
      <Suspense fallback={waiting}>
        <EmptyAccount />
      </Suspense>
    )
  if (!online && timeline.status === 'offline-end')
    return (
      <EmptyState
        icon={<OfflineIcon />}
        title={t('timeline.nothingKept')}
        description={t('timeline.nothingKeptWords')}
      />
    )
  return (
    <Suspense fallback={waiting}>
      <EmptyTimeline />
    </Suspense>
  )
}

/** The message at the end of the list. */
export const TimelineFoot = memo(function TimelineFoot() {
  const { t } = useTranslation()
  const { timeline, place, retry, unreadOnly, counts, tree } = useUnit({
    timeline: $timeline,
    place: $location,
    retry: timelineRefetched,
    unreadOnly: $unreadOnly,
    counts: $visibleCounts,
    tree: $tree,
  })
  if (place.source.kind === 'reading-list') return <ReadingEnd />
  const isEnd = timeline.status === 'ready' && !timeline.remoteMore
  if (isEnd && unreadOnly && locationUnread(place, counts, tree) === 0)
    return (
      <Suspense>
        <AllReadFoot />
      </Suspense>
    )
  if (timeline.status === 'error')
    return (
      <div className="timeline-foot">
        {errorMessage(timeline.error, t)}
        <Button size="small" onClick={() => retry()}>
          {t('common:action.retry')}
        </Button>
      </div>
    )
  const description = {
    loading: t('common:state.loading'),
    ready: timeline.remoteMore ? t('common:state.loading') : t('timeline.end'),
    'offline-end': t('timeline.offlineEnd'),
  }
  return <div className="timeline-foot">{description[timeline.status]}</div>
})

/** Outlines of the rows that are on their way. */
const Loading = () => (
  <div className="timeline-loading" aria-hidden="true">
    {Array.from({ length: 9 }, (_, row) => (
      <div className="entry-words" key={row}>
        <Skeleton width="34%" />
        <Skeleton width={row % 3 === 0 ? '72%' : '94%'} />
        <Skeleton width={row % 2 === 0 ? '58%' : '81%'} />
      </div>
    ))}
  </div>
)

const waiting = (
  <Delayed>
    <Loading />
  </Delayed>
)
