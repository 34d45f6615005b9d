/**
 * Hands events to the plugins that wait for them: one at a time and in their order for each plugin and user, at least once. What
 * "send it when I star it" of a plugin asks for is done here too, as rules do it.
 */
import {
  pluginEventNames,
  type PluginEventDetail,
  type PluginEventName,
} from '../../contract/plugin-events.ts'
import { PluginRefusal, type Manifest } from '../../plugin-api/manifest.ts'
import type { Services } from '../http/routes.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import {
  pluginsWithEvents,
  removeEvent,
  removeEvents,
  setListeners,
  waitingEvents,
  type PluginEvent,
} from '../storage/plugins/plugin-events.ts'
import { putJobRun } from '../storage/processes/plugin-jobs.ts'
import type { Storage } from '../storage/open.ts'
import { EVENTS_QUEUE, eventsKey } from './entry-events.ts'
import { EVENTS_RUN } from './jobs.ts'
import { refusalText } from './refusal-text.ts'
import { isSave } from './save.ts'
import { storedSettings, usersOfPlugin } from './stored-settings.ts'

/** Handled in one run; the others follow in the next one. */
const AT_ONCE = 20
/** ms between two runs with events left. */
const PAUSE_MS = 10_000
/** Delays double from two seconds: some minutes in all. After them an event that fails is dropped, and the next one is tried. */
const ATTEMPTS = 8
/** Where the service is away: more than a day in all, as delays grow to an hour. */
const ATTEMPTS_AWAY = 36
const SWEEP_MS = 5 * 60_000

/** The events of which a plugin wants to know now: none while it is off, or without the permission. */
async function eventsOf(storage: Storage, userId: string, manifest: Manifest): Promise<PluginEventName[]> {
  const { values } = await storedSettings(storage, userId, manifest)
  if (values[manifest.enabledBy] !== true) return []
  const declared = manifest.permissions.includes('events') ? (manifest.events ?? []) : []
  const sent = pluginEventNames.filter((event) => sentAt(manifest, values, event) !== null)
  return [...new Set([...declared, ...sent])]
}

/** What `sendWhen` says of an event, while its setting is on and the plugin has the permission; null: nothing. */
function sentAt(
  manifest: Manifest,
  values: Readonly<Record<string, unknown>>,
  event: PluginEventName,
): { readonly call: string; readonly each?: boolean | undefined } | null {
  const sent = manifest.sendWhen?.[event]
  if (!sent || values[sent.setting] !== true) return null
  return isSave(manifest, sent.call) || manifest.permissions.includes('events') ? sent : null
}

/** After the settings or the grants of a plugin have changed. Events that nobody waits for go. */
export async function planEvents(storage: Storage, userId: string, manifest: Manifest): Promise<void> {
  const events = await eventsOf(storage, userId, manifest)
  await setListeners(storage, userId, manifest.id, events)
  if (events.length === 0) await removeEvents(storage, userId, manifest.id)
}

type Waiting = {
  readonly userId: string
  readonly manifest: Manifest
  readonly event: PluginEvent
  readonly signal: AbortSignal
}
type EventParts = Pick<Services, 'storage' | 'now' | 'log'> & {
  readonly builtIn: readonly Manifest[]
  /** @returns null where the user has no such plugin */
  readonly manifestFor: (userId: string, plugin: string) => Promise<Manifest | null>
  /** Hands one event to the plugin's handler. @throws PluginRefusal, or what the plugin throws */
  readonly handle: (event: Waiting) => Promise<void>
  /** Calls the server half for an entry, as `sendWhen` says. @throws PluginRefusal, or what the plugin throws */
  readonly send: (target: {
    readonly userId: string
    readonly manifest: Manifest
    readonly call: string
    readonly input: { readonly entryId: string } & PluginEventDetail
    readonly signal: AbortSignal
  }) => Promise<void>
  /** An event was dropped after all its attempts. */
  readonly failed: (failure: {
    readonly userId: string
    readonly manifest: Manifest
    readonly error: unknown
  }) => Promise<void>
}

export const pluginEventQueues = (parts: EventParts): Queues => ({
  [EVENTS_QUEUE]: {
    concurrency: 2,
    run: async ({ key, attempts }, signal) => {
      const [userId = '', plugin = ''] = key.split(' ')
      const { storage, now } = parts
      if (await isDisabled(storage, userId)) return undefined
      const manifest = await parts.manifestFor(userId, plugin)
      if (!manifest) return removeEvents(storage, userId, plugin)
      const events = await waitingEvents(storage, userId, plugin, AT_ONCE + 1)
      for (const [index, event] of events.slice(0, AT_ONCE).entries()) {
        if (signal.aborted) throw new Error('The server is stopping')
        const isRepeated = events.slice(index + 1).some((later) => isSameChange(later, event))
        await deliver(parts, { userId, manifest, event, signal }, { attempts, isRepeated })
        await removeEvent(storage, event.id)
        // The next one has all its attempts.
        if (attempts > 1) return { runAt: now() }
      }
      return events.length > AT_ONCE ? { runAt: now() + PAUSE_MS } : undefined
    },
  },
  'plan-plugin-events': {
    every: SWEEP_MS,
    run: async (_, signal) => {
      // An event that came as a run ended, and those that waited while an account was closed.
      const waiting = await pluginsWithEvents(parts.storage)
      const jobs = waiting.map(({ userId, plugin }) => ({
        key: eventsKey(userId, plugin),
        payload: null,
        userId,
      }))
      await enqueueAll(parts.storage, EVENTS_QUEUE, jobs, parts.now())
      // Those who had a plugin on before a newer version of it named its events.
      for (const manifest of parts.builtIn.filter(({ events, sendWhen }) => events ?? sendWhen))
        for (const userId of await usersOfPlugin(parts.storage, manifest.id)) {
          if (signal.aborted) return
          await planEvents(parts.storage, userId, manifest)
        }
    },
  },
})

/** The later one says what the earlier one says, as when several passages of an entry are highlighted. */
const isSameChange = (later: PluginEvent, event: PluginEvent): boolean =>
  later.event === event.event && later.entryId === event.entryId

/** The service does not answer, or not now. */
const isAway = (error: unknown): boolean => error instanceof PluginRefusal && awayKeys.has(error.text.key)
const awayKeys = new Set(['outside.unreachable', 'outside.down', 'outside.tooOften', 'outside.tooOftenWait'])

/** @throws while another attempt is due */
async function deliver(
  { storage, now, log, handle, send, failed }: EventParts,
  waiting: Waiting,
  { attempts, isRepeated }: { readonly attempts: number; readonly isRepeated: boolean },
): Promise<void> {
  const { userId, manifest, event, signal } = waiting
  const { values } = await storedSettings(storage, userId, manifest)
  if (values[manifest.enabledBy] !== true) return
  const sent = sentAt(manifest, values, event.event)
  const isHandled = manifest.permissions.includes('events') && manifest.events?.includes(event.event)
  try {
    if (sent !== null && (sent.each || !isRepeated)) {
      const input = { entryId: event.entryId, ...(sent.each && event.detail) }
      await send({ userId, manifest, call: sent.call, input, signal })
    }
    if (isHandled) await handle(waiting)
    await putJobRun(storage, userId, manifest.id, { name: EVENTS_RUN, at: now(), words: null })
  } catch (error) {
    if (signal.aborted) throw new Error('The server is stopping', { cause: error })
    await putJobRun(storage, userId, manifest.id, { name: EVENTS_RUN, at: now(), words: refusalText(error) })
    if (attempts < (isAway(error) ? ATTEMPTS_AWAY : ATTEMPTS)) throw error
    if (!(error instanceof PluginRefusal))
      log.warn('A plugin failed with an event', { plugin: manifest.id, event: event.event, cause: error })
    await failed({ userId, manifest, error })
  }
}
