/**
 * Responses outlive the page for seven days (spec 9): a screen shows the stored response before the server responds, or without
 * it. Only queries that opt in are stored (`storedQuery`): responses with secrets stay in memory. Entries, subscriptions
 * and counts are in follow.db instead.
 */
import { dehydrate, hydrate, type DehydratedState, type Query } from '@tanstack/react-query'
import { attach, createEvent, sample } from 'effector'
import { pageLeaving, windowHidden } from '../network/index.ts'
import { STORED_QUERY_MS } from '../query-client.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { STORED_QUERIES_KEY } from './state.ts'

/** Characters of all responses as JSON: a part of the few million that localStorage can hold. */
const MAX_LENGTH = 500_000

/** The app is idle after its start. */
export const started = createEvent()

type Stored = {
  /** The user who received the responses. */
  readonly userId: string
  /** The build that requested them: another one may read them differently. */
  readonly build: string
  readonly queries: DehydratedState['queries']
}

const restoreFx = attach({
  source: { services: $services, session: $session },
  effect: ({ services: { storage, platform, queryClient, clock }, session: { user } }) => {
    const stored = parseStored(storage.getItem(STORED_QUERIES_KEY))
    if (!stored || stored.userId !== user?.id || stored.build !== platform.build()) return
    const since = clock.now() - STORED_QUERY_MS
    hydrate(
      queryClient,
      { queries: stored.queries.filter(({ state }) => state.dataUpdatedAt > since), mutations: [] },
      { defaultOptions: { queries: { gcTime: STORED_QUERY_MS } } },
    )
  },
})
sample({ clock: started, target: restoreFx })

const storeFx = attach({
  source: { services: $services, session: $session },
  effect: ({ services: { storage, platform, queryClient }, session: { user } }) => {
    if (!user) return
    const { queries } = dehydrate(queryClient, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: isStored,
    })
    if (queries.length === 0) return storage.removeItem(STORED_QUERIES_KEY)
    const stored: Stored = { userId: user.id, build: platform.build(), queries: newest(queries) }
    storage.setItem(STORED_QUERIES_KEY, JSON.stringify(stored))
  },
})
sample({ clock: [windowHidden, pageLeaving], fn: () => {}, target: storeFx })

/** Spec 9: a query of several pages is not stored. */
function isStored({ state, meta }: Query): boolean {
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages
  return (
    state.status === 'success' && meta?.['isStored'] === true && !(Array.isArray(pages) && pages.length > 1)
  )
}

/** The newest responses that fit; one that is larger than the rest of the space is left out. */
function newest(queries: DehydratedState['queries']): DehydratedState['queries'] {
  let space = MAX_LENGTH
  return queries
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter((query) => {
      const { length } = JSON.stringify(query)
      if (length > space) return false
      space -= length
      return true
    })
}

function parseStored(text: string | null): Stored | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored | null
    return Array.isArray(stored?.queries) ? stored : null
  } catch {
    return null
  }
}
