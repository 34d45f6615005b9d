import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { siteOfFeed } from '../../contract/page-address.ts'
import { toBrowserPath } from '../../core/base-path.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { ownedFeedsFx } from '../../model/claims/index.ts'
import { $currency, $showsPrices } from '../../model/plugins/currency.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Button, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'

/** The feeds that the user has claimed: how many follow them, and what they were tipped. */
export function OwnedFeeds() {
  const { t, i18n, ready } = useTranslation(['people', 'sources', 'common', 'errors'])
  const [showsPrices, currency] = useUnit([$showsPrices, $currency])
  const { load, subscriptions, open, copy } = useUnit({
    load: ownedFeedsFx,
    subscriptions: $subscriptions,
    open: dialogOpened,
    copy: textCopied,
  })
  const query = useQuery({ queryKey: ['claims', 'owned'], queryFn: () => load(), staleTime: 0, retry: false })
  if (!ready) return null
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  return (
    <section className="owned-feeds" aria-label={t('claim.owned')} aria-busy={query.isPending}>
      <h2>{t('claim.owned')}</h2>
      {query.isPending && <SkeletonText lines={2} />}
      {query.isError && (
        <RetryNotice onRetry={() => query.refetch()}>
          {t('claim.ownedFailed', { reason: errorMessage(query.error, t) })}
        </RetryNotice>
      )}
      {query.data?.length === 0 && <p className="ui-field-hint">{t('claim.none')}</p>}
      <ul className="settings-rows">
        {query.data?.map(({ feed, subscriptionCount, tipAmount }) => {
          const title = feed.title || feed.url
          const subscriptionId = `feed/${feed.id}`
          return (
            <li key={feed.url}>
              <Avatar src={feed.image} name={siteOfFeed(feed)} />
              <span className="owned-feed-text">
                {title}
                <span className="ui-field-hint">
                  {[
                    t('sources:list.followerCount', { count: subscriptionCount }),
                    showsPrices && currency && t('claim.tips', { amount: number(tipAmount), currency }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="ui-buttons">
                {subscriptions.has(subscriptionId) && (
                  <Button
                    size="small"
                    aria-label={t('sources:editOne', { title })}
                    onClick={() => open({ id: 'edit-subscription', props: { subscriptionId } })}
                  >
                    {t('claim.edit')}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={t('sources:list.copyAddress', { title })}
                  onClick={() => copy(location.origin + toBrowserPath(`/share/feeds/${feed.id}`))}
                >
                  {t('profile.copyAddress')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
