/** Failure simulation for development; the commands exist in development only. */
import { attach, combine, createEvent, createStore, sample, scopeBind, type Scope } from 'effector'
import { availability, type Choice } from '../../core/index.ts'
import type { ReceivedEntry } from '../../local/calls.ts'
import { infoNotified } from '../app/events.ts'
import { context, registry } from '../app/registry.ts'
import { $outbox } from '../outbox/state.ts'
import { $location } from '../location/index.ts'
import { $services } from '../services.ts'
import { $subscriptions } from '../subscriptions/tables.ts'
import { timelineRefetched } from '../timeline/index.ts'

export const offlineSimulated = createEvent()
export const nextWriteFailureRequested = createEvent()
export const $simulatedOffline = createStore(false, { serialize: 'ignore' }).on(offlineSimulated, (on) => !on)
export const $failsNextWrite = createStore(false, { serialize: 'ignore' }).on(
  nextWriteFailureRequested,
  (on) => !on,
)

/** Called before each request; `nextWriteFailureRequested` fails one write only. */
export function createFailureSimulator(scope: Scope): (method: string) => 'offline' | 'fail' | null {
  const failed = scopeBind(nextWriteFailureRequested, { scope })
  return (method) => {
    if (scope.getState($simulatedOffline)) return 'offline'
    if (method === 'GET' || !scope.getState($failsNextWrite)) return null
    failed()
    return 'fail'
  }
}

export const debugReported = createEvent<
  { about: 'outbox' } | { about: 'context' } | { about: 'command'; id: string }
>()
const $debugState = combine({
  outbox: $outbox,
  contextKeys: context.$contextKeys,
  area: context.$area,
  location: $location,
  commands: registry.$commands,
})
sample({
  clock: debugReported,
  source: $debugState,
  fn: ({ outbox, contextKeys, area, location, commands }, request) => {
    if (request.about === 'outbox')
      return reportOf(outbox.map(({ id, name, state, attempts }) => ({ id, name, state, attempts })))
    if (request.about === 'context')
      return reportOf({ area, place: location, contextKeys: Object.fromEntries(contextKeys) })
    const command = commands.get(request.id)
    return reportOf(command ? availability(command, contextKeys) : { unknown: request.id })
  },
  target: infoNotified,
})
const reportOf = (what: unknown) => ({ key: 'app:debug.report', reason: JSON.stringify(what, null, 1) })

export const $commandChoices = registry.$commands.map(
  (commands) => (): readonly Choice[] =>
    [...commands.values()].map(({ id, title }) => ({ value: id, title: id, titleKey: `shortcuts:${title}` })),
)

/** Inserts this many entries into the first subscribed feed, in follow.db only. */
export const entriesSeeded = createEvent<number>()
const seedFx = attach({
  source: { services: $services, subscriptions: $subscriptions },
  effect: async ({ services: { local, clock }, subscriptions }, count: number) => {
    const feedId = [...subscriptions.values()].find((one) => one.feedId !== null)?.feedId ?? 'seed'
    const entries = Array.from({ length: count }, (_, n) => seeded(feedId, n, clock.now()))
    for (let from = 0; from < count; from += 1000)
      await local.call('entries.put', entries.slice(from, from + 1000))
  },
})
sample({ clock: entriesSeeded, target: seedFx })
sample({ clock: seedFx.done, fn: () => {}, target: timelineRefetched })

function seeded(feedId: string, n: number, now: number): ReceivedEntry {
  return {
    id: `${now}${String(n).padStart(6, '0')}`,
    feedId,
    guid: `seed-${now}-${n}`,
    title: `Seeded entry ${n}`,
    url: null,
    description: 'An entry for trying out long lists.',
    author: null,
    authorUrl: null,
    authorAvatar: null,
    language: 'en',
    categories: [],
    media: [],
    attachments: [],
    extra: null,
    settings: null,
    sources: [],
    publishedAt: now - n * 60_000,
    insertedAt: now,
    read: false,
    starredAt: null,
    content: `<p>Seeded entry ${n}.</p>`,
    view: 0,
  }
}
