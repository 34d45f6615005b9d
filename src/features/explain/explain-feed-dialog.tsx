import './explain.css'
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { z } from 'zod'
import { $general } from '../../model/settings/index.ts'
import { $subscriptionIndex, $visibleCounts, subscriptionTitle } from '../../model/subscriptions/index.ts'
import { $readRules } from '../../model/reads/feed-rules.ts'
import { $services } from '../../model/services.ts'
import { Dialog, EmptyState, Notice, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { explainFeed } from './explain-feed.ts'
import { fetchSentences } from './explain-fetches.ts'
import { Explanation } from './explanation.tsx'

export const propsSchema = z.object({
  /** type/targetId */
  subscriptionId: z.string(),
})
export type ExplainFeedProps = z.infer<typeof propsSchema>

/** Why a feed is here, hidden, late or failing. */
export default function ExplainFeedDialog({
  subscriptionId,
  onClose,
}: ExplainFeedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'errors'])
  const { services, index, counts, rules, general } = useUnit({
    services: $services,
    index: $subscriptionIndex,
    counts: $visibleCounts,
    rules: $readRules,
    general: $general,
  })
  const subscription = index.subscriptions.get(subscriptionId)
  const feedId = subscription?.feedId ?? ''
  const fetches = useQuery({
    queryKey: ['feeds', 'fetches', feedId],
    enabled: feedId !== '',
    queryFn: async () => (await services.api.feeds.fetches({ id: feedId })).data,
  })
  const source = subscription ? subscriptionTitle(subscription, index) : ''
  return (
    <Dialog
      open
      title={t('explain.feedTitle')}
      description={source || undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {subscription && feedId !== '' ? (
        <Explanation
          onClose={onClose}
          sections={[
            ...explainFeed({
              subscription,
              sourceTitle: source,
              lists: [...index.subscriptions.values()].flatMap(({ listId, title }) => {
                const list = listId === null ? undefined : index.lists.get(listId)
                return list?.feedIds?.includes(feedId) ? [title ?? list.title ?? list.id] : []
              }),
              unread: counts.get(feedId) ?? 0,
              readRule: rules.get(feedId) ?? null,
              hidesAllRead: general.hideAllReadSubscriptions,
              hidesPrivate: general.hidePrivateSubscriptionsInTimeline,
            }),
            ...(fetches.data ? [{ title: 'sections.fetches', sentences: fetchSentences(fetches.data) }] : []),
          ]}
        />
      ) : (
        <EmptyState title={t('explain.noFeed')} />
      )}
      {fetches.isLoading && <SkeletonText lines={2} />}
      {fetches.isError && (
        <RetryNotice onRetry={() => fetches.refetch()}>{errorMessage(fetches.error, t)}</RetryNotice>
      )}
      {fetches.isPaused && <Notice tone="quiet">{t('explain.offline')}</Notice>}
    </Dialog>
  )
}
