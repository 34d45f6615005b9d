import { useUnit } from 'effector-react'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Tag, useTranslation } from '../../ui/index.ts'
import { followedAddresses } from './subscription-of.ts'
import type { FeedResult } from './use-feed-search.ts'

export type FeedResultListProps = {
  readonly results: readonly FeedResult[]
  readonly current: number
  readonly onChoose: (feed: FeedResult) => void
  readonly listId: string
}

/** The feeds found. The field above keeps the focus and moves through them with the arrow keys. */
export function FeedResultList({ results, current, onChoose, listId }: FeedResultListProps) {
  const { t } = useTranslation('app')
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const subscribed = followedAddresses(subscriptions, feeds)
  return (
    <ul
      className="found-list"
      role="listbox"
      id={listId}
      aria-label={t('follow.found', { count: results.length })}
    >
      {results.map((result, index) => (
        <li
          key={result.feed.url}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === current}
          className="found-row"
          ref={(row) => {
            if (index === current) row?.scrollIntoView?.({ block: 'nearest' })
          }}
          onClick={() => onChoose(result)}
        >
          <Avatar src={result.feed.image} name={hostOf(result.feed.siteUrl ?? result.feed.url)} />
          <span className="found-words">
            <span className="found-title">{result.feed.title || result.feed.url}</span>
            {result.feed.title && <span className="found-address">{result.feed.url}</span>}
          </span>
          {typeof result.updatesPerWeek === 'number' && (
            <span className="found-pace">
              {t('follow.perWeek', { count: Math.round(result.updatesPerWeek) })}
            </span>
          )}
          {subscribed.has(result.feed.url) && <Tag>{t('firstRun.alreadyFollowed')}</Tag>}
        </li>
      ))}
    </ul>
  )
}

/** The host for an avatar's letters; an invalid address is returned unchanged. */
export function hostOf(address: string): string {
  try {
    return new URL(address).hostname.replace(/^www\./, '') || address
  } catch {
    return address
  }
}
