/** Searching entries with the query language; loaded with the palette. */
import { attach, createStore } from 'effector'
import type { QueryError } from '../../contract/query/errors.ts'
import { likeCurrent, ranksEntries } from '../../contract/query/narrow-query.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import { entryName } from '../../core/entry-name.ts'
import type { SearchHit } from '../../local/calls.ts'
import { $currentEntryId } from '../entries/index.ts'
import { $online, localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'

/** Number of updates of the search index: earlier searches may have new results. */
export const $indexed = createStore(0, { serialize: 'ignore' }).on(
  localChanged.filter({ fn: (resources) => resources.includes('words') }),
  (count) => count + 1,
)

export type SearchRequest = {
  readonly q: string
  /** Maximum number of hits. */
  readonly limit: number
  /** Ends the request to the server. */
  readonly signal?: AbortSignal
}
export type SearchResults = {
  /** Those of follow.db, then those that only the server has; each once. */
  readonly hits: readonly SearchHit[]
  /** Number of entries that the query selects; null where the server may have more than it sent. */
  readonly total: number | null
  /** Why the query cannot be read; then there are no hits. */
  readonly error: QueryError | null
}
const nothing: SearchResults = { hits: [], total: 0, error: null }

/** Entries that a query selects, in its order. The server is queried only where follow.db has too few. */
export const searchEntriesFx = attach({
  source: { services: $services, online: $online, session: $session, current: $currentEntryId },
  effect: async (
    { services: { local, api }, online, session, current },
    { q: entered, limit, signal }: SearchRequest,
  ): Promise<SearchResults> => {
    if (entered.trim() === '') return nothing
    const q = likeCurrent(entered, current)
    const parsed = parseQuery(q)
    if (!parsed.ok) return { ...nothing, error: parsed.error }
    const hits = await local.call('entries.query', { select: parsed.ast, limit })
    // Ranking costs the user of a plugin: what is being typed is not sent there, but what is opened as a list.
    if (hits.length >= limit || !online || session.status !== 'authenticated' || ranksEntries(q)) {
      const { total } = await local.call('entries.queryCount', { select: parsed.ast })
      return { hits, total, error: null }
    }
    const remote = await api.entries
      .search({ q, limit: Math.min(limit, 100) }, { signal })
      // Actually offline, or a server without the call: results of follow.db are shown.
      .catch(() => null)
    const known = new Set(hits.map(({ id }) => id))
    const beyond = (remote?.data ?? [])
      .filter(({ entries }) => !known.has(entries.id))
      .map(({ entries, feeds }): SearchHit => ({
        id: entries.id,
        feedId: feeds.id ?? '',
        title: entryName(entries),
        publishedAt: Date.parse(entries.publishedAt),
        storyId: null,
      }))
    const all = [...hits, ...beyond]
    return { hits: all.slice(0, limit), total: remote?.cursor === undefined ? all.length : null, error: null }
  },
})

/** The parts of the hits' texts around the searched words, as far as follow.db has them. */
export const readSnippetsFx = attach({
  source: $services,
  effect: ({ local }, { q, ids }: { readonly q: string; readonly ids: readonly string[] }) =>
    local.call('entries.snippets', { select: q, ids }),
})

export type EntryCount = {
  readonly total: number
  readonly error: QueryError | null
}

/** How many entries a query selects, while it is typed: on the server, or offline in follow.db. */
export const countEntriesFx = attach({
  source: { services: $services, online: $online, session: $session, current: $currentEntryId },
  effect: async (
    { services: { local, api }, online, session, current },
    { q: entered, signal }: Omit<SearchRequest, 'limit'>,
  ): Promise<EntryCount> => {
    const q = likeCurrent(entered, current)
    const parsed = parseQuery(q)
    if (!parsed.ok) return { total: 0, error: parsed.error }
    const { total } = await local.call('entries.queryCount', { select: parsed.ast })
    if (!online || session.status !== 'authenticated' || ranksEntries(q)) return { total, error: null }
    const remote = await api.entries.search({ q, limit: 1, count: true }, { signal }).catch(() => null)
    // follow.db may have unsent marks, so neither count is always the larger one.
    return { total: remote?.total ?? total, error: null }
  },
})

export { oncePerStory } from './once-per-story.ts'
export { completeQuery } from '../../contract/query/complete.ts'
export { $queryContext, queryDays } from './query-context.ts'
