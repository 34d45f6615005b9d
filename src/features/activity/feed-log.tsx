import { useStoreMap } from 'effector-react'
import { $feeds } from '../../model/subscriptions/index.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import type { FeedRow } from '../settings/index.ts'
import { FeedFacts, FeedHealth } from '../subscription-form/index.ts'

/** A feed and the record of its requests. */
export function FeedLog({ row: { id, feedId, title } }: { readonly row: FeedRow }) {
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
