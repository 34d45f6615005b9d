import { useUnit } from 'effector-react'
import { useCallback, useMemo } from 'react'
import { readLastFetchFx, readNewestFx } from '../../model/previews/index.ts'
import {
  $subscriptionIndex,
  $visibleCounts,
  countedIds,
  subscriptionTitle,
} from '../../model/subscriptions/index.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'
import { EntryTitles } from './entry-titles.tsx'
import { useLoaded } from './use-loaded.ts'

/** A feed, list or inbox: its address, what is unread, when it was fetched, its newest entries. */
export function SubscriptionPreview({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const index = useUnit($subscriptionIndex)
  const subscription = index.subscriptions.get(id)
  const feedIds = useMemo(
    () => (subscription ? countedIds(subscription, index.lists) : []),
    [subscription, index],
  )
  if (!subscription) return null
  const feed = index.feeds.get(subscription.feedId ?? '')
  return (
    <>
      <h3>{subscriptionTitle(subscription, index)}</h3>
      {feed && <p className="palette-preview-address">{feed.siteUrl || feed.url}</p>}
      {subscription.listId !== null && (
        <p className="palette-preview-about">{t('palette.feeds', { count: feedIds.length })}</p>
      )}
      <Unread feedIds={feedIds} />
      {feed && <LastFetch feedId={feed.id} failure={feed.errorAt ? feed.errorMessage : undefined} />}
      <Newest feedIds={feedIds} />
    </>
  )
}

export function FolderPreview(props: { readonly title: string; readonly subscriptions: readonly string[] }) {
  const { title, subscriptions } = props
  const { t } = useTranslation()
  const index = useUnit($subscriptionIndex)
  const feedIds = useMemo(
    () =>
      subscriptions.flatMap((id) => {
        const subscription = index.subscriptions.get(id)
        return subscription ? countedIds(subscription, index.lists) : []
      }),
    [subscriptions, index],
  )
  return (
    <>
      <h3>{title}</h3>
      <p className="palette-preview-about">{t('palette.feeds', { count: subscriptions.length })}</p>
      <Unread feedIds={feedIds} />
      <Newest feedIds={feedIds} />
    </>
  )
}

function Unread({ feedIds }: { readonly feedIds: readonly string[] }) {
  const { t } = useTranslation()
  const counts = useUnit($visibleCounts)
  const count = feedIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
  return <p className="palette-preview-about">{t('common:noun.unread', { count })}</p>
}

function LastFetch({
  feedId,
  failure,
}: {
  readonly feedId: string
  readonly failure: string | null | undefined
}) {
  const { t } = useTranslation()
  const readLastFetch = useUnit(readLastFetchFx)
  const last = useLoaded(
    feedId,
    useCallback(() => readLastFetch(feedId), [readLastFetch, feedId]),
  )
  return (
    <>
      {/* The line is there before its time is known, so that what follows does not move. */}
      <p className="palette-preview-about">
        {last === null ? '\u00a0' : t('palette.preview.lastFetched')}{' '}
        {last !== null && <RelativeTime at={last} />}
      </p>
      {failure !== undefined && failure !== null && <p className="palette-preview-failure">{failure}</p>}
    </>
  )
}

function Newest({ feedIds }: { readonly feedIds: readonly string[] }) {
  const readNewest = useUnit(readNewestFx)
  const entries = useLoaded(
    feedIds.join(),
    useCallback(() => readNewest({ feedIds, unreadOnly: false }), [readNewest, feedIds]),
  )
  return entries && <EntryTitles entries={entries} />
}
