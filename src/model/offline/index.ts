/** Downloads the entries of a query: their texts into follow.db, their pictures and recordings into the browser's storage. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { MAX_OFFLINE_ENTRIES } from '../../contract/offline.ts'
import { picturesInHtml } from '../../core/pictures-in-html.ts'
import { errorNotified, infoNotified, notificationsDismissed, userDataCleared } from '../app/events.ts'
import { notificationFor } from '../app/notify-failures.ts'
import { fetchMissingContents } from '../entries/fetch-missing-contents.ts'
import { entryFromWire, feedsFromWire } from '../entries/from-wire.ts'
import { storeEntriesFx, type StoreEntries } from '../entries/store-entries.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services, type OfflineFileKind, type Services } from '../services.ts'
import { entryFeedsReceived } from '../subscriptions/events.ts'
import type { LocalFeed, ReceivedEntry } from '../../local/calls.ts'
import { takeAlongRequested, takeAlongStopped } from './events.ts'
import { offlineFilesStored, removeOfflineFilesFx } from './files.ts'

export * from './events.ts'
export * from './files.ts'

const PAGE = 100
const SIGNED_PER_REQUEST = 200
/** Number of concurrent downloads. */
const AT_ONCE = 4
/** Files between two reports of the progress. */
const REPORTED = 10
const TOAST = 'offline'

/** Progress; `total`: files, null while the entries are read. */
export type TakeAlongProgress = { readonly done: number; readonly total: number | null }
type TakenAlong = {
  readonly entries: number
  readonly files: number
  /** Files that could not be fetched. */
  readonly failed: number
}

const progressed = createEvent<TakeAlongProgress>()
const stopRenewed = createEvent<AbortController>()
/** Aborts the download. */
const $stop = createStore<AbortController | null>(null, { serialize: 'ignore' }).on(
  stopRenewed,
  (_, stop) => stop,
)

const takeAlongFx = attach({
  source: { services: $services, writes: $mutationVersion, running: $stop },
  effect: async ({ services, writes, running }, { q }: { readonly q: string }): Promise<TakenAlong> => {
    running?.abort()
    const stop = new AbortController()
    const store = scopeBind(storeEntriesFx, { safe: true })
    const work: Work = {
      services,
      signal: stop.signal,
      storeEntries: (entries) => store({ entries, requestedAt: writes }),
      receiveFeeds: scopeBind(entryFeedsReceived, { safe: true }),
      report: scopeBind(progressed, { safe: true }),
    }
    stopRenewed(stop)
    work.report({ done: 0, total: null })
    const entries = await fetchEntries(work, q)
    await fetchMissingContents(services, [...entries.keys()], stop.signal)
    const files = await filesOf(work, entries)
    const failed = await fetchFiles(work, files)
    stop.signal.throwIfAborted()
    return { entries: entries.size, files: files.length - failed, failed }
  },
})
sample({ clock: takeAlongRequested, target: takeAlongFx })

export const $takeAlongProgress = createStore<TakeAlongProgress | null>(null, { serialize: 'ignore' })
  .on(progressed, (_, progress) => progress)
  .reset([takeAlongFx.finally, userDataCleared])

const stopFx = attach({ source: $stop, effect: (stop) => stop?.abort() })
sample({ clock: [takeAlongStopped, userDataCleared], fn: () => {}, target: stopFx })
sample({ clock: takeAlongFx.finally, fn: () => {}, target: offlineFilesStored })

type Work = {
  readonly services: Services
  readonly signal: AbortSignal
  readonly storeEntries: StoreEntries
  readonly receiveFeeds: (feeds: readonly LocalFeed[]) => void
  readonly report: (progress: TakeAlongProgress) => void
}

/** Fetches and stores the entries of a query. */
async function fetchEntries(work: Work, q: string): Promise<ReadonlyMap<string, ReceivedEntry>> {
  const entries = new Map<string, ReceivedEntry>()
  let cursor: string | undefined
  do {
    const page = await work.services.api.entries.search(
      { q, limit: PAGE, ...(cursor !== undefined && { cursor }) },
      { signal: work.signal },
    )
    const received = page.data.map((item) => entryFromWire(item, 0))
    work.receiveFeeds(feedsFromWire(page.data))
    await work.storeEntries(received)
    for (const entry of received.slice(0, MAX_OFFLINE_ENTRIES - entries.size)) entries.set(entry.id, entry)
    ;({ cursor } = page)
  } while (cursor !== undefined && entries.size < MAX_OFFLINE_ENTRIES)
  return entries
}

type OfflineFile = { readonly kind: OfflineFileKind; readonly url: string; readonly path: string }

/** The files of entries that are not stored yet and that the server fetches, with their paths there. */
async function filesOf(
  { services: { api, local, platform }, signal }: Work,
  entries: ReadonlyMap<string, ReceivedEntry>,
): Promise<OfflineFile[]> {
  const { offlineFiles } = platform
  if (!offlineFiles) return []
  const bodies = await local.call('entries.bodies', [...entries.keys()])
  const pictures = [...entries.values()].flatMap(({ id, media }) => [
    ...picturesInHtml(bodies[id]?.content ?? ''),
    ...media.flatMap((one) => (one.type === 'photo' ? [one.url] : (one.preview_image_url ?? []))),
  ])
  const recordings = [...entries.values()].flatMap(({ attachments }) =>
    attachments.filter(({ mime_type: type }) => /^(audio|video)\//.test(type ?? '')).map(({ url }) => url),
  )
  const wanted = async (kind: OfflineFileKind, urls: readonly string[]) => {
    const stored = new Set(await offlineFiles.stored(kind))
    return [...new Set(urls)].filter((url) => /^https?:/i.test(url) && !stored.has(url))
  }
  const files: OfflineFile[] = []
  const sign = {
    pictures: (urls: string[]) => api.pictures.sign({ urls, every: true }, { signal }),
    recordings: (urls: string[]) => api.offline.signRecordings({ urls }, { signal }),
  }
  for (const [kind, urls] of [['pictures', pictures] as const, ['recordings', recordings] as const]) {
    const missing = await wanted(kind, urls)
    for (let from = 0; from < missing.length; from += SIGNED_PER_REQUEST) {
      const { data } = await sign[kind](missing.slice(from, from + SIGNED_PER_REQUEST))
      files.push(...Object.entries(data).map(([url, path]) => ({ kind, url, path })))
    }
  }
  return files
}

/** @returns how many could not be fetched */
async function fetchFiles(work: Work, files: readonly OfflineFile[]): Promise<number> {
  const { signal, report } = work
  const { offlineFiles } = work.services.platform
  let done = 0
  let failed = 0
  const waiting = [...files]
  report({ done, total: files.length })
  const fetchNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file && !signal.aborted; file = waiting.shift()) {
      if (!(await offlineFiles?.fetch(file, signal))) failed += 1
      done += 1
      if (done % REPORTED === 0) report({ done, total: files.length })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
  return failed
}

const stopAction = { title: 'shortcuts:offline.stop', command: 'offline:stop' }
sample({
  clock: progressed,
  fn: ({ done, total }) => ({
    id: TOAST,
    key: total === null ? 'app:offline.readingEntries' : 'app:offline.fetchingFiles',
    values: { done, total: total ?? 0 },
    duration: Number.POSITIVE_INFINITY,
    action: stopAction,
  }),
  target: infoNotified,
})
sample({
  clock: takeAlongFx.doneData,
  fn: ({ entries, failed }) => ({
    id: TOAST,
    key: failed > 0 ? 'app:offline.doneExcept' : 'app:offline.done',
    values: { count: entries, failed },
  }),
  target: infoNotified,
})
const isStopped = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
sample({
  clock: takeAlongFx.failData,
  filter: (error) => !isStopped(error),
  fn: (error) => {
    // Of the browser's storage for files; errors of the api and of follow.db are records.
    if (error instanceof DOMException)
      return {
        id: TOAST,
        key: error.name === 'QuotaExceededError' ? 'app:offline.full' : 'app:offline.textsOnly',
      }
    return { ...(notificationFor(error) ?? { key: 'app:offline.needsConnection' }), id: TOAST }
  },
  target: errorNotified,
})
sample({ clock: takeAlongFx.failData, filter: isStopped, fn: () => [TOAST], target: notificationsDismissed })
sample({
  clock: removeOfflineFilesFx.done,
  fn: () => ({ id: TOAST, key: 'app:offline.removed' }),
  target: infoNotified,
})
sample({
  clock: removeOfflineFilesFx.fail,
  fn: () => ({ id: TOAST, key: 'app:offline.notRemoved' }),
  target: errorNotified,
})
