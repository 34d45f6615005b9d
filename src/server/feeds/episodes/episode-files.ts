/** Transcripts and chapters of episodes: fetched from the addresses in their feeds, and stored. */
import type { EpisodeChapter, Podcast, Transcript } from '../../../contract/podcast.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import type { Extra } from '../../../contract/shapes.ts'
import { Refusal } from '../../http/refusal.ts'
import { refuseWith } from '../../parsing/parsing-error.ts'
import {
  entriesToTranscribe,
  putEpisodeFile,
  storedEpisodeFile,
} from '../../storage/entries/episode-files.ts'
import { statusText } from '../fetch/status-text.ts'
import type { Pipeline } from '../pipeline.ts'

/** ms after which a file is fetched again: shows correct their transcripts in the first days. */
const FRESH_MS = 7 * 86_400_000
/** Bytes of a file; a transcript of five hours has about half a million. */
const BYTES_MAX = 5_000_000
/** The job fetches transcripts of entries that arrived in the last month, a few in each of its runs. */
const NEW_MS = 30 * 86_400_000
const PER_RUN = 20
/** The owner of the job's share of parsing. */
const JOB = 'episode-files'

const FAILED = { kind: 'transcript', url: '', value: 'null', words: null, fetchedAt: 0 } as const

export type EpisodeFiles = {
  /** null: the feed names none. @throws Refusal entryNotFound, feedFetchError, unprocessable */
  readonly transcript: (entryId: string, userId: string) => Promise<Transcript | null>
  /** Empty: the feed has none and names none. @throws Refusal as above */
  readonly chapters: (entryId: string, userId: string) => Promise<EpisodeChapter[]>
  /** Fetches transcripts of new entries, so that queries find their words. */
  readonly fetchNew: () => Promise<void>
}

type Source = NonNullable<Podcast['transcripts']>[number]

/** Formats with times and speakers first. */
const FORMATS: readonly RegExp[] = [/json/, /vtt/, /srt|subrip/, /html/]
const rank = ({ url, type }: Source): number => {
  const at = FORMATS.findIndex((format) => format.test(`${type ?? ''} ${url.toLowerCase()}`))
  return at === -1 ? FORMATS.length : at
}

export function createEpisodeFiles(
  pipeline: Pick<Pipeline, 'storage' | 'outbound' | 'parsing' | 'now'>,
): EpisodeFiles {
  const { storage, outbound, parsing, now } = pipeline
  const running = new Map<string, Promise<unknown>>()
  /** One request at a time for one file. */
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const loading = running.get(key) ?? load().finally(() => running.delete(key))
    running.set(key, loading)
    return loading as Promise<T>
  }

  const podcastOf = async (entryId: string) => {
    const entry = await storage.db
      .selectFrom('entries')
      .select(['extra', 'language'])
      .where('id', '=', entryId)
      .executeTakeFirst()
    if (!entry) throw new Refusal('entryNotFound')
    const extra = entry.extra === null ? null : (JSON.parse(entry.extra) as Extra)
    return { podcast: extra?.podcast ?? {}, language: entry.language }
  }
  const fetchFile = async (url: string, accept: string) => {
    const response = await outbound.ask(url, { headers: { accept } })
    if (!response.ok) throw new Refusal('feedFetchError', response.message)
    if (response.status < 200 || response.status > 299)
      throw new Refusal('feedFetchError', statusText(response.status))
    if (response.bytes.length > BYTES_MAX) throw new Refusal('unprocessable', 'The file is too large')
    return {
      bytes: response.bytes,
      contentType: response.headers['content-type'] ?? null,
      url: response.url,
    }
  }
  const loadTranscript = async (entryId: string, owner: string): Promise<Transcript | null> => {
    const { podcast, language } = await podcastOf(entryId)
    const [source] = (podcast.transcripts ?? []).toSorted((a, b) => rank(a) - rank(b))
    if (!source) return null
    const stored = await storedEpisodeFile(storage, entryId, 'transcript')
    if (stored?.url === source.url && now() - stored.fetchedAt < FRESH_MS)
      return JSON.parse(stored.value) as Transcript
    const file = await fetchFile(source.url, 'application/json, text/vtt, text/html;q=0.9, */*;q=0.5')
    const lines = await parsing.inTurnOf(owner).parse('transcript', file).catch(refuseWith('unprocessable'))
    const transcript: Transcript = { lines: [...lines], language: source.language ?? language }
    await putEpisodeFile(storage, {
      entryId,
      kind: 'transcript',
      url: source.url,
      value: JSON.stringify(transcript),
      words: foldText(lines.map(({ text }) => text).join(' ')),
      fetchedAt: now(),
    })
    return transcript
  }
  const loadChapters = async (entryId: string, owner: string): Promise<EpisodeChapter[]> => {
    const { podcast } = await podcastOf(entryId)
    const { chapters, chaptersUrl } = podcast
    if (chapters || !chaptersUrl) return chapters ?? []
    const stored = await storedEpisodeFile(storage, entryId, 'chapters')
    if (stored?.url === chaptersUrl && now() - stored.fetchedAt < FRESH_MS)
      return JSON.parse(stored.value) as EpisodeChapter[]
    const file = await fetchFile(chaptersUrl, 'application/json+chapters, application/json, */*;q=0.5')
    const list = await parsing.inTurnOf(owner).parse('chapters', file).catch(refuseWith('unprocessable'))
    await putEpisodeFile(storage, {
      entryId,
      kind: 'chapters',
      url: chaptersUrl,
      value: JSON.stringify(list),
      words: null,
      fetchedAt: now(),
    })
    return [...list]
  }
  return {
    transcript: (entryId, userId) => once(`transcript ${entryId}`, () => loadTranscript(entryId, userId)),
    chapters: (entryId, userId) => once(`chapters ${entryId}`, () => loadChapters(entryId, userId)),
    async fetchNew() {
      const unexpected: unknown[] = []
      for (const entryId of await entriesToTranscribe(storage, now() - NEW_MS, PER_RUN))
        try {
          const transcript = await once(`transcript ${entryId}`, () => loadTranscript(entryId, JOB))
          if (transcript === null) await putEpisodeFile(storage, { ...FAILED, entryId })
        } catch (error) {
          if (error instanceof Refusal && error.key === 'entryNotFound') continue
          // The job does not try again, whatever it was, and the others go on; a user who opens it tries again.
          await putEpisodeFile(storage, { ...FAILED, entryId })
          if (!(error instanceof Refusal)) unexpected.push(error)
        }
      if (unexpected.length > 0) throw new AggregateError(unexpected, 'Transcripts could not be read')
    },
  }
}
