/** Draws a source of feeds that finds them by a function: a field for words, and what was found. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FeedCards } from '../../../features/follow/index.ts'
import type { FeedSourceProps } from '../../../features/feature.ts'
import type { FeedQuery, FoundFeed } from '../../../plugin-api/client.ts'
import { Button, ErrorState, SearchField, SkeletonText, useTranslation } from '../../../ui/index.ts'

type FinderParts = {
  /** Of the source. */
  readonly id: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /** Fails with an Error whose message is a sentence. */
  readonly find: (query: FeedQuery) => Promise<readonly FoundFeed[]>
}

/** A component that renders nothing on the page of a category for which it has nothing. */
export const createFeedFinder = ({ id, titleKey, find }: FinderParts) =>
  function FeedFinder({ category, language, onChoose }: FeedSourceProps) {
    const { t } = useTranslation(['app', 'common'])
    const [written, setWritten] = useState('')
    const [searchText, setSearchText] = useState('')
    const query = useQuery({
      queryKey: ['plugin feeds', id, category, language, searchText],
      queryFn: () => find({ words: searchText, category, language }),
      retry: false,
    })
    const title = t(titleKey)
    const feeds = query.data ?? []
    if (category !== null && feeds.length === 0) return null
    return (
      <section aria-label={title} aria-busy={query.isFetching} className="discover-section">
        {category === null ? (
          <form
            role="search"
            onSubmit={(event) => {
              event.preventDefault()
              setSearchText(written.trim())
            }}
          >
            <SearchField
              label={t('plugin.feeds.search', { source: title })}
              value={written}
              onChange={({ currentTarget }) => setWritten(currentTarget.value)}
            />
          </form>
        ) : (
          <h2>{title}</h2>
        )}
        {query.isPending ? (
          <SkeletonText lines={4} />
        ) : query.isError ? (
          <ErrorState
            title={t('plugin.feeds.failed', { source: title })}
            description={query.error.message}
            actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
          />
        ) : feeds.length === 0 ? (
          <p className="ui-field-hint">{t('plugin.feeds.none')}</p>
        ) : (
          <FeedCards
            label={title}
            cards={feeds.map(({ url, title: name, description }) => ({
              feed: { type: 'feed', url, title: name },
              description,
            }))}
            onChoose={({ feed }) => onChoose({ url: feed.url, title: feed.title ?? feed.url })}
          />
        )}
      </section>
    )
  }
