/** Whether the server has newer entries of this place: asked when it tells of some, and every minute, until it says yes. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { $online } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'
import { $scope } from './open.ts'
import { topFetched } from './remote-pages.ts'
import { $listed, $newEntries, newEntriesFound, newEntriesShown, timelineRefetched } from './state.ts'

/** client-facts 9 */
const POLL_MS = 60_000

const stampFx = attach({ source: $services, effect: ({ clock }, key: string) => ({ key, at: clock.now() }) })
/** When each place was last fetched from the server. */
export const $fetchedAt = createStore<ReadonlyMap<string, number>>(new Map(), { serialize: 'ignore' }).on(
  stampFx.doneData,
  (times, { key, at }) => new Map(times).set(key, at),
)
sample({ clock: topFetched, fn: ({ key }) => key, target: stampFx })

const checkFx = attach({
  source: { services: $services, scope: $scope, times: $fetchedAt },
  effect: async ({ services, scope, times }) => {
    const at = times.get(scope.key)
    if (at === undefined || scope.checkNew === null) return { key: scope.key, at, found: false }
    const { data } = await services.api.entries.checkNew({ insertedAfter: at, ...scope.checkNew })
    return { key: scope.key, at, found: data.has_new }
  },
})
/** Entries have come to these feeds. */
export const newEntriesReceived = createEvent<ReadonlySet<string>>()
const toldHere = sample({
  clock: newEntriesReceived,
  source: $scope,
  filter: ({ of }, told) => 'feedIds' in of && of.feedIds.some((id) => told.has(id)),
  fn: () => {},
})
const timer = createTimer()
const $may = combine(
  { online: $online, session: $session, found: $newEntries },
  ({ online, session, found }) => online && session.status === 'authenticated' && found === null,
)
sample({ clock: [topFetched, checkFx.finally, $may.updates], fn: () => POLL_MS, target: timer.started })
sample({ clock: [timer.fired, toldHere], source: $may, filter: Boolean, fn: () => {}, target: checkFx })
sample({
  clock: checkFx.doneData,
  source: { scope: $scope, times: $fetchedAt },
  filter: ({ scope, times }, { key, at, found }) => found && key === scope.key && at === times.get(key),
  fn: () => ({ count: null }),
  target: newEntriesFound,
})
// What was fetched since is in the list.
$newEntries.reset(topFetched)
sample({ clock: newEntriesShown, target: timelineRefetched })
// Where nothing is listed nothing can jump away: nobody needs to ask for it.
sample({
  clock: newEntriesFound,
  source: $listed,
  filter: ({ ids }) => ids.length === 0,
  fn: () => {},
  target: newEntriesShown,
})
