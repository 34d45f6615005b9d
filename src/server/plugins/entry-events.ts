/** Which events a change of a user makes, and that they wait for the plugins that want to know. */
import type { Checked, Output } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'
import type { PluginEventDetail, PluginEventName } from '../../contract/plugin-events.ts'
import type { Services } from '../http/routes.ts'
import { enqueue } from '../jobs/jobs.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { highlightById } from '../storage/entries/highlights.ts'
import { addEvents, listenersOf } from '../storage/plugins/plugin-events.ts'
import type { Storage } from '../storage/open.ts'

export const EVENTS_QUEUE = 'plugin-events'
export const eventsKey = (userId: string, plugin: string): string => `${userId} ${plugin}`

type Happened = {
  readonly event: PluginEventName
  readonly entryIds: readonly string[]
  readonly detail?: PluginEventDetail
}
/** `answer`: of the call. */
type Of = { readonly storage: Storage; readonly userId: string; readonly answer: unknown }
type Reader = (input: never, of: Of) => Happened | Promise<Happened | null>

const reader = <N extends CallName>(
  _: N,
  read: (input: Checked<N>, of: Of) => Happened | null | Promise<Happened | null>,
) => read as Reader

/** By the call. What is marked all at once is no event. */
const readers: Partial<Record<CallName, Reader>> = {
  'reads.mark': reader('reads.mark', ({ entryIds }) => ({ event: 'read', entryIds })),
  'reads.unmark': reader('reads.unmark', ({ entryId, entryIds = [] }) => ({
    event: 'unread',
    entryIds: entryId === undefined ? entryIds : [entryId, ...entryIds],
  })),
  'collections.add': reader('collections.add', ({ entryId }) => ({ event: 'starred', entryIds: [entryId] })),
  'collections.remove': reader('collections.remove', ({ entryId }) => ({
    event: 'unstarred',
    entryIds: [entryId],
  })),
  'labels.add': reader('labels.add', ({ name, entryIds }) => ({
    event: 'labelled',
    entryIds,
    detail: { label: name },
  })),
  'labels.remove': reader('labels.remove', ({ name, entryIds }) => ({
    event: 'unlabelled',
    entryIds,
    detail: { label: name },
  })),
  'highlights.create': reader('highlights.create', ({ entryId, quote }, { answer }) => ({
    event: quote ? 'highlighted' : 'noted',
    entryIds: [entryId],
    // Programs may leave the id to the server.
    detail: { highlight: (answer as Output<'highlights.create'>).data.id },
  })),
  'highlights.update': reader('highlights.update', async ({ id, note }, { storage, userId }) => {
    if (note === undefined || note === null) return null
    const row = await highlightById(storage, userId, id)
    return row ? { event: 'noted', entryIds: [row.entryId], detail: { highlight: id } } : null
  }),
  'positions.update': reader('positions.update', ({ positions }) => ({
    event: 'finished',
    entryIds: positions.filter(({ finished }) => finished).map(({ entryId }) => entryId),
  })),
}

type EventServices = Pick<Services, 'storage' | 'now' | 'newId'>

/** Called after a change. Without a plugin that wants to know it costs one look into an index. */
export async function recordEntryEvents(
  services: EventServices,
  userId: string,
  { call, input, answer }: { readonly call: CallName; readonly input: unknown; readonly answer: unknown },
): Promise<void> {
  const of = { storage: services.storage, userId, answer }
  const happened = await readers[call]?.(input as never, of)
  if (happened) await recordEvent(services, userId, happened)
}

/** It waits for the plugins that want to know. */
export async function recordEvent(
  { storage, now, newId }: EventServices,
  userId: string,
  { event, entryIds, detail = {} }: Happened,
): Promise<void> {
  const plugins = entryIds.length > 0 ? await listenersOf(storage, userId, event) : []
  if (plugins.length === 0) return
  // Some calls accept unknown entries, and change nothing there.
  const visible = new Set((await visibleEntries(storage, userId, entryIds)).map(({ id }) => id))
  const changed = entryIds.filter((id) => visible.has(id))
  if (changed.length === 0) return
  for (const plugin of plugins) {
    const events = changed.map((entryId) => ({ id: newId(), event, entryId, detail, at: now() }))
    await addEvents(storage, userId, plugin, events)
    await enqueue(storage, EVENTS_QUEUE, eventsKey(userId, plugin), null, now(), userId)
  }
}
