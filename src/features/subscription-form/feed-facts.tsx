import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { storedQuery } from '../../model/query-client.ts'
import { visibleAddress } from '../../contract/page-address.ts'
import { safeHref } from '../../core/safe-href.ts'
import { feedStatisticsFx } from '../../model/feed-statistics/index.ts'
import type { LocalFeed } from '../../model/rows.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'
import { FeedOwner } from '../claims/index.ts'

/** Where a feed comes from, whose it is, how often it has something new, and how many follow it. */
export function FeedFacts({ feed }: { readonly feed: LocalFeed }) {
  const { t, i18n } = useTranslation(['app'])
  const load = useUnit(feedStatisticsFx)
  // The response is stored with the feed, where the figures are read.
  useQuery({ ...storedQuery, queryKey: ['feeds', 'analytics', [feed.id]], queryFn: () => load([feed.id]) })
  const { url, siteUrl, updatesPerWeek, subscriptionCount, latestEntryPublishedAt } = feed
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  return (
    <dl className="feed-facts">
      <dt>{t('subscription.address')}</dt>
      <dd>{visibleAddress(url)}</dd>
      {siteUrl && (
        <>
          <dt>{t('subscription.site')}</dt>
          <dd>
            <a href={safeHref(siteUrl)} target="_blank" rel="noopener noreferrer">
              {siteUrl}
            </a>
          </dd>
        </>
      )}
      <FeedOwner feed={feed} />
      {typeof updatesPerWeek === 'number' && (
        <>
          <dt>{t('subscription.perWeek')}</dt>
          <dd>{number(updatesPerWeek)}</dd>
        </>
      )}
      {latestEntryPublishedAt && (
        <>
          <dt>{t('subscription.latest')}</dt>
          <dd>
            <RelativeTime at={latestEntryPublishedAt} locale={i18n.language} />
          </dd>
        </>
      )}
      {typeof subscriptionCount === 'number' && (
        <>
          <dt>{t('subscription.followers')}</dt>
          <dd>{number(subscriptionCount)}</dd>
        </>
      )}
    </dl>
  )
}
