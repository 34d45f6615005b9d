/** Contents of the open entry and its neighbours: from follow.db, else from the server, never more than a few. */
import { attach, createEvent, sample, scopeBind } from 'effector'
import { asApiError } from '../../api/index.ts'
import { errorNotified } from '../app/events.ts'
import { notificationFor } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { contentsFromLines } from './from-wire.ts'
import {
  $contents,
  $currentEntry,
  $readerView,
  contentsLoaded,
  readabilityChanged,
  readerViewChanged,
  type CachedContent,
} from './state.ts'

/** Spec 5: refetched when older. */
const READABILITY_MS = 3 * 24 * 3600 * 1000

/** These will be looked at, the first one now. */
export const contentsRequested = createEvent<readonly string[]>()

const loadFx = attach({
  source: $services,
  effect: async ({ local, api }, ids: readonly string[]) => {
    const loaded = scopeBind(contentsLoaded, { safe: true })
    const known = await local.call('entries.bodies', ids)
    const isThere = (id: string) => typeof known[id]?.content === 'string'
    const bodyOf = (id: string, more: Partial<CachedContent>) =>
      [id, { ...nothing, ...known[id], status: 'ready', ...more }] as const
    loaded(ids.map((id) => bodyOf(id, isThere(id) ? {} : { status: 'loading' })))
    const lacking = ids.filter((id) => !isThere(id))
    if (lacking.length === 0) return
    const contents = await api.entries.stream({ ids: lacking }).then(contentsFromLines, failed)
    if (!Array.isArray(contents)) return loaded(lacking.map((id) => bodyOf(id, { status: contents })))
    await local.call('entries.putContents', contents)
    const came = new Map(contents.map(({ id, content }) => [id, content]))
    loaded(lacking.map((id) => bodyOf(id, { content: came.get(id) ?? null })))
  },
})
const nothing: Omit<CachedContent, 'status'> = {
  content: null,
  readabilityContent: null,
  readabilityUpdatedAt: null,
}
const failed = (error: unknown): CachedContent['status'] =>
  asApiError(error)?.kind === 'unreachable' ? 'missing' : 'error'

const missing = sample({
  clock: contentsRequested,
  source: $contents,
  fn: (bodies, ids) => ids.filter((id) => !['ready', 'loading'].includes(bodies.get(id)?.status ?? '')),
})
sample({ clock: missing, filter: (ids) => ids.length > 0, target: loadFx })

const readableFx = attach({
  source: { services: $services, current: $currentEntry },
  effect: async ({ services: { local, api, clock }, current }) => {
    if (!current) return null
    const { id } = current.head
    const told = scopeBind(readabilityChanged, { safe: true })
    const loaded = scopeBind(contentsLoaded, { safe: true })
    const kept = await local.call('entries.body', id)
    const at = clock.now()
    if (kept?.readabilityContent && at - (kept.readabilityUpdatedAt ?? 0) < READABILITY_MS) {
      told({ id, status: 'ready' })
      return null
    }
    told({ id, status: 'loading' })
    try {
      const { data } = await api.entries.readability({ id })
      const content = data?.content ?? null
      await local.call('entries.putReadability', { id, content, at })
      const readable = { readabilityContent: content, readabilityUpdatedAt: at }
      loaded([[id, { ...nothing, ...kept, ...readable, status: 'ready' }]])
      told({ id, status: content === null ? 'error' : 'ready' })
      return content === null ? { key: 'app:entry.noReaderView' } : null
    } catch (error) {
      told({ id, status: 'error' })
      return notificationFor(error) ?? { key: 'app:entry.readerViewOffline' }
    }
  },
})
sample({ clock: $readerView, filter: Boolean, target: readableFx })
sample({ clock: readableFx.doneData.filterMap((told) => told ?? undefined), target: errorNotified })
sample({
  clock: readableFx.doneData,
  filter: (told) => told !== null,
  fn: () => false,
  target: readerViewChanged,
})
/** A rule may ask for it (ActionResult.readability). */
sample({
  clock: $currentEntry.map((entry) => (entry?.head.settings?.readability ? entry.head.id : null)),
  filter: (id) => id !== null,
  fn: () => true,
  target: readerViewChanged,
})
