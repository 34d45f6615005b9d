import './activity.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStoreMap } from 'effector-react'
import { SkeletonText, useTranslation, Button } from '../../ui/index.ts'
import { Page, PageTabs, useHasDetail } from '../shared/page/index.ts'
import { AppUses, useFeedRows, type FeedRow } from '../settings/index.ts'
import { ChangedSettings } from './changed-settings.tsx'
import { $feeds } from '../../model/subscriptions/index.ts'
import { FeedFacts, FeedHealth } from '../subscription-form/index.ts'
import { FeedRequests } from './feed-requests.tsx'
import { Jobs } from './jobs.tsx'
import { orderFeeds } from './order-feeds.ts'
import { PendingChanges } from './pending-changes.tsx'
import { Saves } from './saves.tsx'

/** The page /activity. The feeds have the record of their requests beside them. */
export default function ActivityPage() {
  const { t } = useTranslation('sources')
  const feeds = useFeedRows()
  const rows = orderFeeds(feeds.rows)
  const [chosen, choose] = useState<string | null>(null)
  const hasDetail = useHasDetail()
  const isOnFeeds = ['feeds', null].includes(useSearchParams()[0].get('show'))
  const current = rows.find(({ id }) => id === chosen) ?? rows[0]
  return (
    <Page
      className="activity"
      title={t('activity.title')}
      intro={t('activity.intro')}
      detail={
        isOnFeeds && (current || feeds.isPending)
          ? {
              label: t('activity.feeds.requestsOf', { title: current?.title ?? '' }),
              content: current && !feeds.isPending ? <FeedLog row={current} /> : <SkeletonText lines={4} />,
            }
          : null
      }
    >
      <PageTabs
        label={t('activity.title')}
        parameter="show"
        tabs={[
          {
            value: 'feeds',
            label: t('activity.tabs.feeds'),
            content: (
              <FeedRequests
                {...feeds}
                rows={rows}
                current={hasDetail ? (current?.id ?? null) : null}
                onChoose={choose}
              />
            ),
          },
          { value: 'jobs', label: t('activity.tabs.jobs'), content: <Jobs /> },
          { value: 'saves', label: t('activity.tabs.saves'), content: <Saves /> },
          { value: 'aged', label: t('activity.tabs.aged'), content: <AppUses byAge /> },
          { value: 'pending', label: t('activity.tabs.pending'), content: <PendingChanges /> },
          { value: 'settings', label: t('activity.tabs.settings'), content: <ChangedSettings /> },
        ]}
      />
    </Page>
  )
}

/** A feed and the record of its requests. */
function FeedLog({ row: { id, feedId, title } }: { readonly row: FeedRow }) {
  const { t } = useTranslation(['sources', 'shortcuts'])
  const feed = useStoreMap({ store: $feeds, keys: [feedId], fn: (feeds, [one]) => feeds.get(one) ?? null })
  const args = JSON.stringify({ subscriptions: [id] })
  return (
    <section className="feed-log">
      <header>
        <h2 dir="auto">{title}</h2>
        <Button size="small" commandId="subscription:edit" data-command-args={args}>
          {t('shortcuts:subscription.edit')}
        </Button>
      </header>
      {feed && <FeedFacts feed={feed} />}
      <FeedHealth key={feedId} feedId={feedId} isRequested={false} isHistoryOpen />
    </section>
  )
}
