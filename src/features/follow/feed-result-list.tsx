import { useUnit } from 'effector-react'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Tag, useTranslation } from '../../ui/index.ts'
import { followedAddresses } from './subscription-of.ts'
import type { FeedResult } from './use-feed-search.ts'

export type FeedResultListProps = {
  readonly found: readonly FeedResult[]
  readonly current: number
  readonly onChoose: (feed: FeedResult) => void
  readonly listId: string
}

/** The feeds found. The field above keeps the focus and moves through them with the arrow keys. */
export function FeedResultList({ found, current, onChoose, listId }: FeedResultListProps) {
  const { t } = useTranslation('app')
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const followed = followedAddresses(subscriptions, feeds)
  return (
    <ul
      className="found-list"
      role="listbox"
      id={listId}
      aria-label={t('follow.found', { count: found.length })}
    >
      {found.map((one, at) => (
        <li
          key={one.feed.url}
          id={`${listId}-${at}`}
          role="option"
          aria-selected={at === current}
          className="found-row"
          ref={(row) => {
            if (at === current) row?.scrollIntoView?.({ block: 'nearest' })
          }}
          onClick={() => onChoose(one)}
        >
          <Avatar src={one.feed.image} name={hostOf(one.feed.siteUrl ?? one.feed.url)} />
          <span className="found-words">
            <span className="found-title">{one.feed.title || one.feed.url}</span>
            {one.feed.title && <span className="found-address">{one.feed.url}</span>}
          </span>
          {typeof one.updatesPerWeek === 'number' && (
            <span className="found-pace">
              {t('follow.perWeek', { count: Math.round(one.updatesPerWeek) })}
            </span>
          )}
          {followed.has(one.feed.url) && <Tag>{t('firstRun.alreadyFollowed')}</Tag>}
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
