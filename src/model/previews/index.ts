/** What a preview shows of entries and feeds: read from follow.db, each call for one preview. */
import { attach } from 'effector'
import type { Snippet } from '../../contract/query/snippet.ts'
import type { EntryHead } from '../../local/calls.ts'
import { $online } from '../network/index.ts'
import { storedQuery } from '../query-client.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'

/** Titles listed of many entries. */
const MOST_TITLES = 8

/** The passage of an entry's text that says what a query looks for, else its beginning; null: follow.db has no text. */
export const readPassageFx = attach({
  source: $services,
  effect: async (
    { local },
    { id, query }: { readonly id: string; readonly query: string },
  ): Promise<Snippet | null> =>
    (await local.call('entries.snippets', { select: query, ids: [id], size: 'passage' }))[id] ?? null,
})

/** The first of some entries. */
export const readHeadsFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]): Promise<readonly EntryHead[]> =>
    local.call('entries.heads', ids.slice(0, MOST_TITLES)),
})

type FeedEntries = { readonly feedIds: readonly string[]; readonly unreadOnly: boolean }
/** The newest entries of feeds. */
export const readNewestFx = attach({
  source: $services,
  effect: async ({ local }, { feedIds, unreadOnly }: FeedEntries): Promise<readonly EntryHead[]> => {
    const limit = MOST_TITLES
    const page = await local.call('timeline.page', {
      of: { feedIds },
      unreadOnly,
      after: null,
      limit,
      heads: limit,
    })
    return page.heads ?? []
  },
})

/** Titles of the first entries that a query selects. */
export const readSelectedFx = attach({
  source: $services,
  effect: ({ local, clock }, query: string) =>
    local.call('entries.query', { select: query, limit: MOST_TITLES, now: clock.now() }),
})

/** When the server fetched a feed last, ISO text; null: not yet, or the server cannot be asked now. */
export const readLastFetchFx = attach({
  source: { services: $services, online: $online, session: $session },
  effect: async ({ services: { api, queryClient }, online, session }, feedId: string) => {
    if (!online || session.status !== 'authenticated') return null
    const { fetches } = await queryClient.fetchQuery({
      ...storedQuery,
      queryKey: ['feeds', 'fetches', feedId],
      queryFn: async () => (await api.feeds.fetches({ id: feedId })).data,
    })
    return fetches[0]?.at ?? null
  },
})
