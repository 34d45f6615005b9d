/** Whether the server has newer entries of this scope: checked on its events and every minute, until there are some. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import type { Api } from '../../api/index.ts'
import { $online } from '../network/index.ts'
import { $serverAhead } from '../network/server-clock.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'
import { indexOfId } from './ids.ts'
import type { TimelineIds } from './merge.ts'
import { $scope } from './open.ts'
import { topFetched } from './remote-pages.ts'
import type { TimelineScope } from './scope.ts'
import { $timelineIds, $newEntries, newEntriesFound, newEntriesShown, timelineRefetched } from './state.ts'

/** client-facts 9 */
const POLL_MS = 60_000

const stampFx = attach({
  source: { services: $services, ahead: $serverAhead },
  effect: ({ services: { clock }, ahead }, key: string) => ({ key, at: clock.now() + ahead }),
})
/** When each scope was last fetched from the server, ms, by the server's clock. */
export const $fetchedAt = createStore<ReadonlyMap<string, number>>(new Map(), { serialize: 'ignore' }).on(
  stampFx.doneData,
  (times, { key, at }) => new Map(times).set(key, at),
)
sample({ clock: topFetched, fn: ({ key }) => key, target: stampFx })

export const checkFx = attach({
  source: { services: $services, scope: $scope, times: $fetchedAt, listed: $timelineIds },
  effect: async ({ services: { api }, scope, times, listed }) => {
    const at = times.get(scope.key)
    const count = at === undefined ? 0 : await countNew(api, { scope, at, listed })
    return { key: scope.key, at, count }
  },
})

type Listed = { readonly scope: TimelineScope; readonly at: number; readonly listed: TimelineIds }
/** How many entries of a list the server has received since it was fetched at `at`; null: some. */
export async function countNew(api: Api, { scope, at, listed }: Listed): Promise<number | null> {
  if (scope.source.kind === 'inbox') {
    const { data = [] } = await api.entries.inboxList({
      ...scope.remote,
      inboxId: scope.source.id,
      limit: 1,
    })
    return data.some(({ entries }) => indexOfId(listed.ids, entries.id) === -1) ? null : 0
  }
  if (scope.checkNew === null) return 0
  const { data } = await api.entries.checkNew({ insertedAfter: at, ...scope.checkNew })
  return data.has_new ? (data.count ?? null) : 0
}
type Counted = {
  /** Of the list; null: of feeds that are not in it. */
  readonly key: string | null
  /** When it had been fetched, as in `$fetchedAt`. */
  readonly at: number | undefined
  /** As `countNew` returns. */
  readonly count: number | null
}
/** Announced unless the list has been fetched since: then what was counted is in it. */
export const newEntriesCounted = createEvent<Counted>()
/** Feeds that have new entries. */
export const newEntriesReceived = createEvent<ReadonlySet<string>>()
const scopeHasNew = sample({
  clock: newEntriesReceived,
  source: $scope,
  // An event names the hidden feed of an inbox, which only the server knows.
  filter: ({ of, source }, feedIds) =>
    source.kind === 'inbox' || ('feedIds' in of && of.feedIds.some((id) => feedIds.has(id))),
  fn: () => {},
})
const timer = createTimer()
const $canCheck = combine(
  { online: $online, session: $session, found: $newEntries },
  ({ online, session, found }) => online && session.status === 'authenticated' && found === null,
)
sample({ clock: [topFetched, checkFx.finally, $canCheck.updates], fn: () => POLL_MS, target: timer.started })
sample({
  clock: [timer.fired, scopeHasNew],
  source: $canCheck,
  filter: Boolean,
  fn: () => {},
  target: checkFx,
})
sample({ clock: checkFx.doneData, target: newEntriesCounted })
sample({
  clock: newEntriesCounted,
  source: { scope: $scope, times: $fetchedAt },
  filter: ({ scope, times }, { key, at, count }) => count !== 0 && key === scope.key && at === times.get(key),
  fn: (_, { count }) => ({ count }),
  target: newEntriesFound,
})
// Entries fetched since are in the list.
$newEntries.reset(topFetched)
sample({ clock: newEntriesShown, target: timelineRefetched })
// An empty list cannot jump, so new entries are shown at once.
sample({
  clock: newEntriesFound,
  source: $timelineIds,
  filter: ({ ids }) => ids.length === 0,
  fn: () => {},
  target: newEntriesShown,
})
