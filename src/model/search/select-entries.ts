/** All entries that a query selects, to act on: those of follow.db, and online those that only the server had. */
import { attach, sample, scopeBind } from 'effector'
import { MAX_MATCHES } from '../../contract/limits.ts'
import { likeCurrent, ranksEntries } from '../../contract/query/narrow-query.ts'
import { $currentEntryId } from '../entries/index.ts'
import { entrySummariesChanged } from '../entries/summaries.ts'
import { $online } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createMatchesFx, PAGE_SIZE } from './fetch-matches.ts'

const fetchFx = createMatchesFx()
sample({ clock: fetchFx.doneData, fn: ({ changed }) => changed, target: entrySummariesChanged })

/** In the query's order, at most {@link MAX_MATCHES}. Where the server cannot be reached, those of follow.db. */
export const selectEntriesFx = attach({
  source: { services: $services, online: $online, session: $session, current: $currentEntryId },
  effect: async ({ services: { local, clock }, online, session, current }, entered: string) => {
    const query = likeCurrent(entered, current)
    if (online && session.status === 'authenticated') {
      const fetch = scopeBind(fetchFx, { safe: true })
      const pages = MAX_MATCHES / PAGE_SIZE
      const fetched = fetch({ query, view: 0, cursor: undefined, pages })
      // Only the server ranks: the command says why it did not.
      await (ranksEntries(query) ? fetched : fetched.catch(() => undefined))
    }
    return local.call('entries.query', { select: query, limit: MAX_MATCHES, now: clock.now() })
  },
})
