/** Entries that a query selects on the server, stored in follow.db page by page. */
import { attach, scopeBind } from 'effector'
import { ranksEntries } from '../../contract/query/narrow-query.ts'
import type { View } from '../../contract/views.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { storeEntriesFx } from '../entries/store-entries.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'

/** Entries of one page. */
export const PAGE_SIZE = 100

export type MatchesRequest = {
  readonly query: string
  readonly view: View
  /** Of the previous page; undefined: the first page. */
  readonly cursor: string | undefined
  readonly pages: number
}
export type Matches = {
  /** Ids of the entries that were new or different in follow.db. */
  readonly changed: readonly string[]
  /** Cursor of the next page; undefined: there is none. */
  readonly cursor: string | undefined
  /** The server has ranked them. */
  readonly ranked: boolean
}

/** Fetches and stores some pages. Each caller has an effect of its own, so that one does not see the other's results. */
export const createMatchesFx = () =>
  attach({
    source: { services: $services, writes: $mutationVersion },
    effect: async (
      { services, writes },
      { query, view, cursor: from, pages }: MatchesRequest,
    ): Promise<Matches> => {
      const storeEntries = scopeBind(storeEntriesFx, { safe: true })
      const receiveFeeds = scopeBind(entryFeedsReceived, { safe: true })
      // Not for the first list.
      const { parseQuery } = await import('../../contract/query/parse.ts')
      const parsed = parseQuery(query)
      const { storeFoundTexts } = await import('./found-texts.ts')
      const changed: string[] = []
      const near: [string, number | null][] = []
      const ranked = ranksEntries(query)
      let cursor = from
      for (let page = 0; page < pages; page += 1) {
        const response = await services.api.entries.search({ q: query, limit: PAGE_SIZE, cursor })
        receiveFeeds(feedsFromWire(response.data))
        const entries = response.data.map((item) => entryFromWire(item, view))
        changed.push(...(await storeEntries({ entries, requestedAt: writes })).changed)
        if (parsed.ok) {
          const found = response.data.map((item) => item.entries)
          changed.push(...(await storeFoundTexts(services, found, parsed.ast)))
        }
        for (const { id } of entries) near.push([id, response.near?.[id] ?? null])
        cursor = response.cursor
        if (cursor === undefined) break
      }
      if (ranked) {
        const { storeRanking } = await import('./rankings.ts')
        await storeRanking(services.local, { query, entries: near, onward: from !== undefined })
      }
      return { changed, cursor, ranked }
    },
  })
