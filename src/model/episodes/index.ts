/** Transcripts and chapters of episodes. */
import { attach, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { EpisodeChapter, Transcript } from '../../contract/podcast.ts'
import type { StoredEpisode } from '../../local/calls.ts'
import { userDataCleared } from '../app/events.ts'
import { $services, type Services } from '../services.ts'

/** ms after which the server is asked again: shows correct their transcripts. */
const FRESH_MS = 7 * 24 * 3600 * 1000
/** The open entry, the one that plays and a few before. */
const MAX_CACHED = 6

type EpisodeFile<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  /** `reason`: what the server said, which may be nothing; `isOffline`: it was not reached. */
  | { readonly status: 'failed'; readonly reason: string | undefined; readonly isOffline: boolean }

type Kind<T> = {
  readonly stored: (episode: StoredEpisode) => { readonly value: T; readonly at: number } | null
  readonly fetch: (services: Services, id: string) => Promise<T>
  readonly put: (services: Services, id: string, value: T, at: number) => Promise<unknown>
}

function createFiles<T>({ stored, fetch, put }: Kind<T>) {
  /** By entry id. What is loaded, or loading, is not requested again. */
  const requested = createEvent<string>()
  const loadFx = attach({
    source: $services,
    effect: async (services, id: string): Promise<{ readonly value: T }> => {
      const known = stored(await services.local.call('episodes.get', id))
      const now = services.clock.now()
      if (known && now - known.at < FRESH_MS) return known
      try {
        const value = await fetch(services, id)
        await put(services, id, value, now)
        return { value }
      } catch (error) {
        if (known) return known
        throw error
      }
    },
  })
  const $files = createStore<ReadonlyMap<string, EpisodeFile<T>>>(new Map(), { serialize: 'ignore' })
    .on(loadFx, (files, id) => withFile(files, id, { status: 'loading' }))
    .on(loadFx.done, (files, { params, result }) =>
      withFile(files, params, { status: 'ready', value: result.value }),
    )
    .on(loadFx.fail, (files, { params, error }) => {
      const failure = asApiError(error)
      const reason = failure?.kind === 'refused' ? (failure.reason ?? undefined) : undefined
      return withFile(files, params, { status: 'failed', reason, isOffline: failure?.kind === 'unreachable' })
    })
    .reset(userDataCleared)
  sample({
    clock: requested,
    source: $files,
    filter: (files, id) => !files.has(id) || files.get(id)?.status === 'failed',
    fn: (_, id) => id,
    target: loadFx,
  })
  return { requested, $files }
}

function withFile<T>(
  files: ReadonlyMap<string, EpisodeFile<T>>,
  id: string,
  file: EpisodeFile<T>,
): ReadonlyMap<string, EpisodeFile<T>> {
  const next = new Map(files)
  next.delete(id)
  return new Map([...next.set(id, file)].slice(-MAX_CACHED))
}

const transcripts = createFiles<Transcript | null>({
  stored: ({ transcript }) => transcript,
  fetch: async ({ api }, id) => (await api.entries.transcript({ id })).data,
  put: ({ local }, entryId, transcript, at) => local.call('episodes.put', { entryId, at, transcript }),
})
export const transcriptRequested = transcripts.requested
export const $transcripts = transcripts.$files

const chapters = createFiles<readonly EpisodeChapter[]>({
  stored: (episode) => episode.chapters,
  fetch: async ({ api }, id) => (await api.entries.chapters({ id })).data,
  put: ({ local }, entryId, list, at) => local.call('episodes.put', { entryId, at, chapters: list }),
})
export const chaptersRequested = chapters.requested
export const $chapterFiles = chapters.$files
