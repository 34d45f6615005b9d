/** What is known of suggested feeds: their icons, and how often they publish. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { updatesPerWeek } from './pace.ts'

export type FeedFacts = {
  readonly image: string | null
  readonly siteUrl: string | null
  /** Entries a week; null where it is not known. */
  readonly updatesPerWeek: number | null
}

/** Entries of a document whose dates are read. */
const ENTRIES = 30

/**
 * @param urls addresses of the feeds
 * @param wanted those of them that the server fetches where it does not know them, as the user is about to follow them
 */
export function useFeedFacts(
  urls: readonly string[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, FeedFacts> {
  const { api } = useUnit($services)
  const known = useQuery({
    queryKey: ['feeds', 'known', ...urls],
    retry: false,
    queryFn: async () => (await api.feeds.known({ urls: [...urls] })).data,
  })
  const knownUrls = new Set(known.data?.map(({ url }) => url))
  const unknown = known.isPending ? [] : urls.filter((url) => wanted.has(url) && !knownUrls.has(url))
  const fetched = useQueries({
    queries: unknown.map((url) => ({
      queryKey: ['feeds', 'facts', url],
      retry: false,
      // Its site is not asked again while the page is open, whatever it answered.
      staleTime: Infinity,
      retryOnMount: false,
      // A slow site is not waited for once its feed is no longer shown.
      queryFn: async ({ signal }): Promise<FeedFacts> => {
        const { feed, entries } = (await api.feeds.get({ url, entriesLimit: ENTRIES }, { signal })).data
        return {
          image: feed.image ?? null,
          siteUrl: feed.siteUrl ?? null,
          updatesPerWeek: updatesPerWeek(
            entries.map(({ publishedAt }) => publishedAt),
            Date.now(),
          ),
        }
      },
    })),
  })
  return new Map([
    ...(known.data ?? []).map(({ url, feed, analytics }): [string, FeedFacts] => [
      url,
      {
        image: feed.image ?? null,
        siteUrl: feed.siteUrl ?? null,
        updatesPerWeek: analytics?.updatesPerWeek ?? null,
      },
    ]),
    ...fetched.flatMap(({ data }, at): [string, FeedFacts][] => {
      const url = unknown[at]
      return url !== undefined && data ? [[url, data]] : []
    }),
  ])
}
