import { Command } from 'cmdk'
import { useUnit } from 'effector-react'
import { siteOfFeed } from '../../contract/page-address.ts'
import { $currency } from '../../model/plugins/currency.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Tag, useTranslation } from '../../ui/index.ts'
import { paceText } from './pace.ts'
import { followedAddresses } from './subscription-of.ts'
import { isList, type FeedResult, type FollowResult, type ListResult } from './use-feed-search.ts'
import '../shared/choice-box.css'

export type FeedResultListProps = {
  readonly results: readonly FollowResult[]
  readonly onChoose: (result: FollowResult) => void
}

/** The feeds and lists found. The field above keeps the focus and moves through them with the arrow keys. */
export function FeedResultList({ results, onChoose }: FeedResultListProps) {
  const { t } = useTranslation('app')
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const subscribed = followedAddresses(subscriptions, feeds)
  return (
    <Command.List className="choice-list" label={t('follow.found', { count: results.length })}>
      {results.map((result) => (
        <Command.Item
          key={keyOf(result)}
          value={keyOf(result)}
          className="choice-row"
          onSelect={() => onChoose(result)}
        >
          {isList(result) ? (
            <ListRow result={result} isFollowed={subscriptions.has(`list/${result.list.id}`)} />
          ) : (
            <FeedRow result={result} isFollowed={subscribed.has(result.feed.url)} />
          )}
        </Command.Item>
      ))}
    </Command.List>
  )
}

const keyOf = (result: FollowResult): string => (isList(result) ? `list/${result.list.id}` : result.feed.url)

type RowProps<Result> = { readonly result: Result; readonly isFollowed: boolean }

function FeedRow({ result: { feed, updatesPerWeek }, isFollowed }: RowProps<FeedResult>) {
  const { t } = useTranslation('app')
  const pace = paceText(updatesPerWeek, t)
  return (
    <>
      <Avatar src={feed.image} name={siteOfFeed(feed)} />
      <span className="found-words">
        <span className="found-title">{feed.title || feed.url}</span>
        {feed.title && <span className="found-address">{feed.url}</span>}
      </span>
      {pace !== null && <span className="found-pace">{pace}</span>}
      {isFollowed && <Tag>{t('firstRun.alreadyFollowed')}</Tag>}
    </>
  )
}

function ListRow({ result: { list, subscriptionCount = 0 }, isFollowed }: RowProps<ListResult>) {
  const { t } = useTranslation(['app', 'sources'])
  const currency = useUnit($currency)
  const title = list.title || list.id
  return (
    <>
      <Avatar src={list.image} name={title} />
      <span className="found-words">
        <span className="found-title">{title}</span>
        <span className="found-address">
          {[
            list.owner?.name && t('sources:list.by', { name: list.owner.name }),
            t('sources:list.followerCount', { count: subscriptionCount }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="found-pace">
        {list.fee > 0 && currency !== ''
          ? t('sources:list.cost', { count: list.fee, currency })
          : t('sources:list.one')}
      </span>
      {isFollowed && <Tag>{t('firstRun.alreadyFollowed')}</Tag>}
    </>
  )
}
