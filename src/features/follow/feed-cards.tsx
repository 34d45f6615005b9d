import { useUnit } from 'effector-react'
import { siteOfFeed } from '../../contract/page-address.ts'
import type { Feed } from '../../contract/shapes.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Skeleton, Tag, useTranslation } from '../../ui/index.ts'
import { paceText } from './pace.ts'
import { followedAddresses } from './subscription-of.ts'
import type { FeedResult } from './use-feed-search.ts'

export type FeedCard = {
  readonly feed: Feed
  readonly description?: string | null | undefined
  readonly analytics?: FeedResult['analytics']
}
type FeedCardsProps = {
  readonly label: string
  readonly cards: readonly FeedCard[]
  readonly onChoose: (feed: FeedResult) => void
}

/** Feeds to look at before following them. */
export function FeedCards({ label, cards, onChoose }: FeedCardsProps) {
  const { t } = useTranslation(['app', 'sources'])
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const followed = followedAddresses(subscriptions, feeds)
  return (
    <ul className="feed-cards" aria-label={label}>
      {cards.map(({ feed, description, analytics }) => {
        const title = feed.title || feed.url
        const about = description ?? feed.description
        const followers = analytics?.subscriptionCount
        return (
          <li key={feed.url}>
            <button
              type="button"
              className="feed-card"
              onClick={() => onChoose({ feed, ...(analytics && { analytics }) })}
            >
              <Avatar src={feed.image} name={siteOfFeed(feed)} />
              <span className="found-words">
                <span className="found-title">{title}</span>
                <span className="feed-card-about">{about || feed.siteUrl || feed.url}</span>
                <span className="found-pace">
                  {[
                    paceText(analytics?.updatesPerWeek, t),
                    typeof followers === 'number' && t('sources:list.followerCount', { count: followers }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {followed.has(feed.url) && <Tag>{t('firstRun.alreadyFollowed')}</Tag>}
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Cards of the same height while those of a list load: as many as fill the window. */
export function FeedCardSkeletons() {
  return (
    <div className="feed-cards" aria-hidden="true">
      {Array.from({ length: 10 }, (_, card) => (
        <div key={card} className="feed-card">
          <Avatar src={null} name="" />
          <span className="found-words">
            <span className="found-title">
              <Skeleton width="45%" />
            </span>
            <span className="feed-card-about">
              <Skeleton width="80%" />
            </span>
            <span className="found-pace">
              <Skeleton width="30%" />
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}
