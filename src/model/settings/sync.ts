/** Syncs settings with the server (spec 4): changes are queued, merged and sent together; the newer value wins. */
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { Output } from '../../contract/calls.ts'
import { localOnlyKeys } from '../../contract/setting-defaults.ts'
import { appStarted, infoNotified, userDataCleared } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $online, pageLeaving, wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { createTimer } from '../timer.ts'
import { parseRecord } from './parse-record.ts'
import {
  $storedSettings,
  settingApplied,
  settingsReceived,
  settingStamped,
  settingsTabs,
  type StoredSettings,
  type SettingChange,
  type SettingsTab,
} from './settings.ts'

/** Spec 9: settings enqueue threshold. */
const THRESHOLD_MS = 1000
const QUEUE_KEY = 'follow:setting_sync_queue'

type Payload = Readonly<Record<string, unknown>>
/** Changed keys of each tab that the server has not accepted. */
type Queue = Readonly<Partial<Record<SettingsTab, Payload>>>

/** Fetches the server's settings and applies the newer tabs. Requested when a user is authenticated. */
export const settingsRequested = createEvent()
/** Replaces the server's settings by the local ones, of one tab or of all. */
export const remoteReplaceRequested = createEvent<SettingsTab | 'all'>()
const queueRestored = createEvent<Queue>()
const flushRequested = createEvent()

const isSynced = ({ tab, key }: { tab: SettingsTab; key: string }) => !localOnlyKeys[tab].includes(key)
const enqueued = settingApplied.filter({ fn: (change) => isSynced(change) })

const sendFx = attach({
  source: $services,
  effect: async ({ api }, queue: Queue) => {
    for (const tab of settingsTabs) {
      const payload = queue[tab]
      if (payload && Object.keys(payload).length > 0) await api.settings.update({ tab, ...payload })
    }
  },
})

const $settingsQueue = createStore<Queue>({}, { serialize: 'ignore' })
  .on(enqueued, mergeChange)
  .on(queueRestored, (queue, stored) => mergeQueues(stored, queue))
  .on(sendFx.done, (queue, { params: sent }) => removeSent(queue, sent))
  .reset(userDataCleared)

const nowFx = attach({
  source: $services,
  effect: ({ clock }, change: SettingChange) => ({ at: clock.now(), tab: change.tab }),
})
sample({ clock: settingApplied, target: nowFx })
sample({ clock: nowFx.doneData, target: settingStamped })

/** A burst is sent once: the timer starts with its first change. */
const timer = createTimer()
const $waiting = createStore(false, { serialize: 'ignore' })
  .on(timer.started, () => true)
  .on(timer.fired, () => false)
sample({
  clock: enqueued,
  source: $waiting,
  filter: (waiting) => !waiting,
  fn: () => THRESHOLD_MS,
  target: timer.started,
})
const signedIn = sample({ clock: $session, filter: ({ status }) => status === 'authenticated' })
sample({ clock: [timer.fired, wentOnline, signedIn], fn: () => {}, target: flushRequested })

const replaceFx = attach({
  source: { services: $services, stored: $storedSettings },
  effect: async ({ services, stored }, tabs: readonly SettingsTab[]) => {
    for (const tab of tabs) {
      const { values, updated } = (stored as StoredSettings)[tab]
      await services.api.settings.update({
        tab,
        ...syncedValues(tab, values),
        updated: updated ?? services.clock.now(),
      })
    }
  },
})
/** Tabs whose remote values are to be replaced once no sync is pending. */
const $replacing = createStore<readonly SettingsTab[]>([], { serialize: 'ignore' })
  .on(remoteReplaceRequested, (tabs, requested) =>
    settingsTabs.filter((tab) => tabs.includes(tab) || requested === 'all' || requested === tab),
  )
  .on(replaceFx, () => [])
  .on(replaceFx.fail, (tabs, { params, error }) =>
    isUnreachable(error) ? settingsTabs.filter((tab) => tabs.includes(tab) || params.includes(tab)) : tabs,
  )
  .reset(userDataCleared)
/** One request at a time: an older value must not reach the server after a newer one. */
const $canSend = combine(
  { online: $online, session: $session, sending: sendFx.pending, replacing: replaceFx.pending },
  // Before the session is known, the queue may be another user's.
  ({ online, session, sending, replacing }) =>
    online && session.status === 'authenticated' && !sending && !replacing,
)
sample({
  clock: flushRequested,
  source: { queue: $settingsQueue, canSend: $canSend },
  filter: ({ queue, canSend }) => canSend && Object.keys(queue).length > 0,
  fn: ({ queue }) => queue,
  target: sendFx,
})
sample({
  clock: [$replacing, $canSend],
  source: { tabs: $replacing, canSend: $canSend },
  filter: ({ tabs, canSend }) => canSend && tabs.length > 0,
  fn: ({ tabs }) => tabs,
  target: replaceFx,
})
sample({
  clock: remoteReplaceRequested,
  source: $online,
  filter: (online) => !online,
  fn: () => ({ key: 'app:settingsSync.waiting' }),
  target: infoNotified,
})
sample({ clock: replaceFx.done, fn: () => ({ key: 'app:settingsSync.replaced' }), target: infoNotified })
notifyFailures(replaceFx.failData, { key: 'app:settingsSync.waiting' })
/** Changes made during the last request. */
sample({ clock: [sendFx.done, replaceFx.finally], fn: () => {}, target: flushRequested })

/** What the server answered, or sent with the page of a first visit. */
export const remoteSettingsReceived = createEvent<Pick<Output<'settings.get'>, 'settings' | 'updated'>>()
const fetchFx = attach({
  source: $services,
  effect: ({ api, queryClient }) =>
    queryClient.fetchQuery({ queryKey: ['settings'], staleTime: 0, queryFn: () => api.settings.get({}) }),
})
sample({ clock: settingsRequested, source: $online, filter: Boolean, fn: () => {}, target: fetchFx })
sample({ clock: fetchFx.doneData, target: remoteSettingsReceived })
for (const tab of settingsTabs)
  sample({
    clock: remoteSettingsReceived,
    source: { stored: $storedSettings, queue: $settingsQueue },
    filter: ({ stored }, response) => isNewer(response.updated[tab], stored[tab].updated),
    fn: ({ queue }, response) => ({
      tab,
      // Queued changes are newer than any response.
      values: { ...syncedValues(tab, response.settings[tab] ?? {}), ...queue[tab] },
      updated: Date.parse(response.updated[tab] ?? ''),
    }),
    target: settingsReceived,
  })

const writeQueueFx = attach({
  source: { services: $services, queue: $settingsQueue },
  effect: ({ services, queue }) => {
    if (Object.keys(queue).length > 0) services.storage.setItem(QUEUE_KEY, JSON.stringify(queue))
  },
})
const restoreQueueFx = attach({
  source: $services,
  effect: ({ storage }): Queue => {
    const stored = parseRecord(storage.getItem(QUEUE_KEY))
    storage.removeItem(QUEUE_KEY)
    return Object.fromEntries(
      settingsTabs.flatMap((tab) => (isPayload(stored[tab]) ? [[tab, stored[tab]] as const] : [])),
    )
  },
})
const clearQueueFx = attach({ source: $services, effect: ({ storage }) => storage.removeItem(QUEUE_KEY) })
sample({ clock: userDataCleared, target: clearQueueFx })
sample({ clock: pageLeaving, target: writeQueueFx })
sample({ clock: appStarted, target: restoreQueueFx })
sample({ clock: restoreQueueFx.doneData, target: queueRestored })
sample({
  clock: queueRestored,
  filter: (queue) => Object.keys(queue).length > 0,
  fn: () => THRESHOLD_MS,
  target: timer.started,
})

const isUnreachable = (error: unknown) => asApiError(error)?.kind === 'unreachable'
const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null

function mergeChange(queue: Queue, { tab, key, value }: SettingChange): Queue {
  return { ...queue, [tab]: { ...queue[tab], [key]: value } }
}

function mergeQueues(older: Queue, newer: Queue): Queue {
  return Object.fromEntries(
    settingsTabs
      .filter((tab) => older[tab] ?? newer[tab])
      .map((tab) => [tab, { ...older[tab], ...newer[tab] }]),
  )
}

/** Removes the sent values, but not a key that was changed again meanwhile. */
function removeSent(queue: Queue, sent: Queue): Queue {
  const remaining = settingsTabs.flatMap((tab) => {
    const left = Object.entries(queue[tab] ?? {}).filter(([key, value]) => sent[tab]?.[key] !== value)
    return left.length > 0 ? [[tab, Object.fromEntries(left)] as const] : []
  })
  return Object.fromEntries(remaining)
}

const syncedValues = (tab: SettingsTab, values: Payload): Payload =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isSynced({ tab, key })))

function isNewer(updated: string | undefined, local: number | null): boolean {
  if (updated === undefined) return false
  const at = Date.parse(updated)
  return !Number.isNaN(at) && (local === null || at > local)
}
