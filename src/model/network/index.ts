/** Whether the server is reachable, and whether follow.db is persistent. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { appStarted } from '../app/events.ts'
import type { CallOutcome } from '../../api/index.ts'
import { $services } from '../services.ts'

/** Triggered after every API call (spec 4): offline without a response, online with any response. */
export const responseReceived = createEvent<CallOutcome>()
export const wentOnline = createEvent()
export const wentOffline = createEvent()
const browserCameOnline = createEvent()
const browserWentOffline = createEvent()
const onlineRead = createEvent<boolean>()

export const $online = createStore(true, { serialize: 'ignore' })
  .on(onlineRead, (_, online) => online)
  .on(wentOnline, () => true)
  .on(wentOffline, () => false)

sample({
  clock: [browserCameOnline, responseReceived.filter({ fn: ({ reached }) => reached })],
  source: $online,
  filter: (online) => !online,
  fn: () => {},
  target: wentOnline,
})
sample({
  clock: [browserWentOffline, responseReceived.filter({ fn: ({ reached }) => !reached })],
  source: $online,
  filter: Boolean,
  fn: () => {},
  target: wentOffline,
})

export { memoryReasons } from '../../local/calls.ts'
/** stored false: follow.db could not be opened on disk and is lost with the tab; reason says why (`memoryReasons`). */
export type Persistence = { readonly stored: boolean; readonly reason: string | null }
const memoryOnly = createEvent<string>()
export const $persistence = createStore<Persistence>(
  { stored: true, reason: null },
  { serialize: 'ignore' },
).on(memoryOnly, (_, reason) => ({ stored: false, reason }))

/** The tab that owns follow.db does not respond. */
const otherTabTimedOut = createEvent()
const otherTabResponded = createEvent()
export const $otherTabUnresponsive = createStore(false, { serialize: 'ignore' })
  .on(otherTabTimedOut, () => true)
  .on(otherTabResponded, () => false)

/** A migration failed and the database was rebuilt. */
export const databaseRebuilt = createEvent<{ reason: string }>()
/** Another tab, or this one, committed a change of these resources. */
export const localChanged = createEvent<readonly string[]>()
/** The rows of the startup cache differ from follow.db. */
export const startupCacheOutdated = createEvent()
export const windowBecameVisible = createEvent()
export const windowHidden = createEvent()
export const pageLeaving = createEvent()

const listenFx = attach({
  source: $services,
  effect: ({ local, platform }) => {
    const events = {
      memory: scopeBind(memoryOnly, { safe: true }),
      silent: scopeBind(otherTabTimedOut, { safe: true }),
      answered: scopeBind(otherTabResponded, { safe: true }),
      rebuilt: scopeBind(databaseRebuilt, { safe: true }),
      changed: scopeBind(localChanged, { safe: true }),
      outdated: scopeBind(startupCacheOutdated, { safe: true }),
    }
    platform.listen('online', scopeBind(browserCameOnline, { safe: true }))
    platform.listen('offline', scopeBind(browserWentOffline, { safe: true }))
    platform.listen('visible', scopeBind(windowBecameVisible, { safe: true }))
    platform.listen('hidden', scopeBind(windowHidden, { safe: true }))
    platform.listen('leaving', scopeBind(pageLeaving, { safe: true }))
    local.listen((notice) => {
      if (notice.is === 'memory' && !notice.chosen) events.memory(notice.reason)
      else if (notice.is === 'otherTabSilent') events.silent()
      else if (notice.is === 'rebuilt') events.rebuilt({ reason: notice.reason })
      else if (notice.is === 'changed') events.changed(notice.nouns)
      else if (notice.is === 'outdated') events.outdated()
      else events.answered()
    })
    return platform.online()
  },
})
sample({ clock: appStarted, target: listenFx })
sample({ clock: listenFx.doneData, target: onlineRead })
