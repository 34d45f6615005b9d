/** Contents of the open entry and its neighbours: from follow.db, else from the server. */
import { attach, combine, createEvent, sample, scopeBind } from 'effector'
import { asApiError } from '../../api/index.ts'
import { errorNotified, type UserNotification } from '../app/events.ts'
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
import { $readerViewFeeds } from './reader-view-feeds.ts'

/** Spec 5: refetched when older. */
const READABILITY_MS = 3 * 24 * 3600 * 1000

/** Contents to load; the first one is visible now. */
export const contentsRequested = createEvent<readonly string[]>()

const loadFx = attach({
  source: $services,
  effect: async ({ local, api }, ids: readonly string[]) => {
    const loaded = scopeBind(contentsLoaded, { safe: true })
    const stored = await local.call('entries.bodies', ids)
    const isStored = (id: string) => typeof stored[id]?.content === 'string'
    const contentOf = (id: string, more: Partial<CachedContent>) =>
      [id, { ...noContent, ...stored[id], status: 'ready', ...more }] as const
    loaded(ids.map((id) => contentOf(id, isStored(id) ? {} : { status: 'loading' })))
    const missingIds = ids.filter((id) => !isStored(id))
    if (missingIds.length === 0) return
    const contents = await api.entries.stream({ ids: missingIds }).then(contentsFromLines, failed)
    if (!Array.isArray(contents)) return loaded(missingIds.map((id) => contentOf(id, { status: contents })))
    await local.call('entries.putContents', contents)
    const received = new Map(contents.map(({ id, content }) => [id, content]))
    loaded(missingIds.map((id) => contentOf(id, { content: received.get(id) ?? null })))
  },
})
const noContent: Omit<CachedContent, 'status'> = {
  content: null,
  readabilityContent: null,
  readabilityUpdatedAt: null,
}
const failed = (error: unknown): CachedContent['status'] =>
  asApiError(error)?.kind === 'unreachable' ? 'missing' : 'error'

const missing = sample({
  clock: contentsRequested,
  source: $contents,
  fn: (contents, ids) => ids.filter((id) => !['ready', 'loading'].includes(contents.get(id)?.status ?? '')),
})
sample({ clock: missing, filter: (ids) => ids.length > 0, target: loadFx })

const readableFx = attach({
  source: { services: $services, current: $currentEntry },
  effect: async ({ services: { local, api, clock }, current }) => {
    if (!current) return null
    const { id } = current.summary
    const changed = scopeBind(readabilityChanged, { safe: true })
    const loaded = scopeBind(contentsLoaded, { safe: true })
    const stored = await local.call('entries.body', id)
    const at = clock.now()
    if (stored?.readabilityContent && at - (stored.readabilityUpdatedAt ?? 0) < READABILITY_MS) {
      changed({ id, status: 'ready' })
      return null
    }
    changed({ id, status: 'loading' })
    try {
      const { data } = await api.entries.readability({ id })
      const content = data?.content ?? null
      await local.call('entries.putReadability', { id, content, at })
      const readable = { readabilityContent: content, readabilityUpdatedAt: at }
      loaded([[id, { ...noContent, ...stored, ...readable, status: 'ready' }]])
      changed({ id, status: content === null ? 'error' : 'ready' })
      return content === null ? { key: 'app:entry.noReaderView' } : null
    } catch (error) {
      changed({ id, status: 'error' })
      return readabilityFailure(error)
    }
  },
})
sample({ clock: $readerView, filter: Boolean, target: readableFx })
sample({
  clock: readableFx.doneData.filterMap((notification) => notification ?? undefined),
  target: errorNotified,
})
sample({
  clock: readableFx.doneData,
  filter: (notification) => notification !== null,
  fn: () => false,
  target: readerViewChanged,
})
/** The server's message is about fetching a feed, which this is not: only the status of the reason is used. */
function readabilityFailure(error: unknown): UserNotification {
  const apiError = asApiError(error)
  if (apiError?.kind !== 'refused' || apiError.key !== 'feedFetchError')
    return notificationFor(error) ?? { key: 'app:entry.readerViewOffline' }
  const [status] = /HTTP \d{3}/.exec(apiError.reason ?? '') ?? []
  return { key: 'app:entry.readerViewFailed', ...(status && { reason: status }) }
}

/** A rule may request the reader view (ActionResult.readability), or the user for all entries of a feed. */
sample({
  clock: combine($currentEntry, $readerViewFeeds, (entry, feeds) =>
    entry && (entry.summary.settings?.readability || feeds.has(entry.summary.feedId))
      ? entry.summary.id
      : null,
  ),
  filter: (id) => id !== null,
  fn: () => true,
  target: readerViewChanged,
})
