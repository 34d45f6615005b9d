/** Whether the server answers, and whether follow.db is kept. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { appStarted } from '../app/events.ts'
import { $services } from '../services.ts'

/** Told by the api after every call: spec 4, offline when no answer comes, online on any answer. */
export const responseReceived = createEvent<{ reached: boolean; status: number | null }>()
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

/** follow.db could not be opened on disk: nothing survives the tab, and why. */
export type Persistence = { readonly kept: boolean; readonly reason: string | null }
const memoryOnly = createEvent<string>()
export const $persistence = createStore<Persistence>(
  { kept: true, reason: null },
  { serialize: 'ignore' },
).on(memoryOnly, (_, reason) => ({ kept: false, reason }))

/** The tab that owns follow.db does not answer. */
const otherTabFellSilent = createEvent()
const otherTabAnswered = createEvent()
export const $otherTabUnresponsive = createStore(false, { serialize: 'ignore' })
  .on(otherTabFellSilent, () => true)
  .on(otherTabAnswered, () => false)

/** A migration failed and the cache was built anew. */
export const databaseRebuilt = createEvent<{ reason: string }>()
/** Another tab, or this one, committed a change of these nouns. */
export const localChanged = createEvent<readonly string[]>()
/** What was shown at once, as the last visit had kept it, is not what follow.db has. */
export const startupCacheOutdated = createEvent()
export const windowBecameVisible = createEvent()
export const windowHidden = createEvent()
export const pageLeaving = createEvent()

const listenFx = attach({
  source: $services,
  effect: ({ local, world }) => {
    const heard = {
      memory: scopeBind(memoryOnly, { safe: true }),
      silent: scopeBind(otherTabFellSilent, { safe: true }),
      answered: scopeBind(otherTabAnswered, { safe: true }),
      rebuilt: scopeBind(databaseRebuilt, { safe: true }),
      changed: scopeBind(localChanged, { safe: true }),
      outdated: scopeBind(startupCacheOutdated, { safe: true }),
    }
    world.listen('online', scopeBind(browserCameOnline, { safe: true }))
    world.listen('offline', scopeBind(browserWentOffline, { safe: true }))
    world.listen('visible', scopeBind(windowBecameVisible, { safe: true }))
    world.listen('hidden', scopeBind(windowHidden, { safe: true }))
    world.listen('leaving', scopeBind(pageLeaving, { safe: true }))
    local.listen((notice) => {
      if (notice.is === 'memory') heard.memory(notice.reason)
      else if (notice.is === 'otherTabSilent') heard.silent()
      else if (notice.is === 'rebuilt') heard.rebuilt({ reason: notice.reason })
      else if (notice.is === 'changed') heard.changed(notice.nouns)
      else if (notice.is === 'outdated') heard.outdated()
      else heard.answered()
    })
    return world.online()
  },
})
sample({ clock: appStarted, target: listenFx })
sample({ clock: listenFx.doneData, target: onlineRead })
