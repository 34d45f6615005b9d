/** Sends this server which functions the user uses (wire-contract 20, POST data/g), with the user's consent alone. */
import { attach, createEvent, createStore, merge, sample } from 'effector'
import type { Clock } from '../../../core/clock.ts'
import { $services } from '../../../model/services.ts'
import { createTimer } from '../../../model/timer.ts'
import { $isUsageAllowed, usageConsentReceived } from '../../../model/usage-consent.ts'
import { codes, startTrackers, trackerOf, type Tracker } from '../../../plugin-api/trackers.ts'
import { $userId, entranceAt, happened } from './plugin-activity.ts'
import { pluginReader } from './plugin-reader.ts'
import { pluginHostStarted } from '../plugins.ts'

/** Spec 9. */
const FLUSH_MS = 3000
/** Spec 8: a failure is tried again twice, with growing delay. */
const RETRY_MS = [3000, 9000]
/** Of one request. */
const MAX_EVENTS = 100
/** Events that wait. */
const MAX_WAITING = 1000

const loadConsentFx = attach({
  source: $services,
  effect: async ({ api }) => (await api.data.consent({})).data.allowed,
})
sample({ clock: pluginHostStarted, fn: () => {}, target: loadConsentFx })
sample({ clock: loadConsentFx.doneData, target: usageConsentReceived })

const allowed = $isUsageAllowed.updates.filter({ fn: Boolean }).map(() => {})
const tracked = sample({
  clock: merge([happened, entranceAt(allowed)]),
  source: $isUsageAllowed,
  filter: Boolean,
  fn: (_, event) => trackerOf(event),
}).filterMap((tracker) => (tracker ? [tracker] : undefined))
const added = merge([allowed.map(() => startTrackers), tracked])

const sendFx = attach({
  source: { services: $services, userId: $userId, language: pluginReader.$language },
  effect: async ({ services: { api, clock }, userId, language }, trackers: readonly Tracker[]) => {
    const events = trackers.map(({ name, properties }) => ({
      name,
      params: { code: codes[name], ...properties },
    }))
    const properties = { build: 'web', version: LECTERN_VERSION, language }
    const send = () =>
      api.data.send({ client_id: userId, user_id: userId, events, user_properties: properties })
    for (const delay of RETRY_MS) {
      try {
        // The next try follows the failure of the one before.
        return await send()
      } catch {
        await passed(clock, delay)
      }
    }
    return send()
  },
})
const passed = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

const $waiting = createStore<readonly Tracker[]>([], { serialize: 'ignore' })
  .on(added, (waiting, trackers) => [...waiting, ...trackers].slice(0, MAX_WAITING))
  .on(sendFx, (waiting, trackers) => waiting.slice(trackers.length))
  // Nothing is sent that the user has taken back.
  .on($isUsageAllowed, (waiting, isAllowed) => (isAllowed ? waiting : []))

const flush = createTimer()
const flushProposed = createEvent()
sample({ clock: [added, sendFx.finally], fn: () => {}, target: flushProposed })
sample({
  clock: flushProposed,
  source: { waiting: $waiting, isRunning: flush.$running, isSending: sendFx.pending },
  filter: ({ waiting, isRunning, isSending }) => waiting.length > 0 && !isRunning && !isSending,
  fn: () => FLUSH_MS,
  target: flush.started,
})
sample({
  clock: flush.fired,
  source: $waiting,
  filter: (waiting) => waiting.length > 0,
  fn: (waiting) => waiting.slice(0, MAX_EVENTS),
  target: sendFx,
})
