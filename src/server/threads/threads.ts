/** Fetches comments through the outbound guard, and stores them for some minutes for all users. */
import type { Thread, ThreadFailure } from '../../contract/threads.ts'
import type { Config } from '../config.ts'
import { retryAt } from '../feeds/fetch/headers.ts'
import { createOutbound, userAgentOf, type OutboundResponse } from '../outbound/index.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { PUBLIC_BASES, threadSourceOf, type ThreadSource } from './thread-source.ts'
import type { Bases } from './services/service.ts'

type FetchedThread =
  | Omit<Thread, 'seenAt'>
  | { readonly state: 'failed'; readonly reason: ThreadFailure; readonly url: string | null }

export type Threads = {
  readonly sourceOf: (entry: Parameters<typeof threadSourceOf>[0]) => ThreadSource | null
  /** @param userId whose share of parsing it uses */
  readonly fetch: (source: ThreadSource, userId: string) => Promise<FetchedThread>
  readonly close: () => Promise<void>
}

type Stored = {
  readonly thread: FetchedThread
  /** Not requested again before, ms since 1970. */
  readonly until: number
  readonly etag: string | null
}

const FRESH_MS = 120_000
const FAILURE_MS = 60_000
const GONE_MS = 3_600_000
const THREADS_MAX = 24
const HOSTS_MAX = 200
const LIMITS = { encoded: 4_000_000, decoded: 12_000_000, time: 15_000 }

/** @param options.bases for tests */
export function createThreads(options: {
  readonly config: Pick<Config, 'FETCH_ALLOW' | 'PUBLIC_URL'>
  readonly parsing: Parsing
  readonly now: () => number
  readonly bases?: Bases | undefined
}): Threads {
  const { config, parsing, now, bases = PUBLIC_BASES } = options
  const outbound = createOutbound({
    allow: config.FETCH_ALLOW,
    userAgent: userAgentOf(config.PUBLIC_URL),
    limits: LIMITS,
  })
  /** By `keyOf`, the latest last. */
  const stored = new Map<string, Stored>()
  const running = new Map<string, Promise<FetchedThread>>()
  /** Until when hosts asked to be left alone, ms since 1970. */
  const backOffs = new Map<string, number>()

  const store = (key: string, entry: Stored): FetchedThread => {
    stored.delete(key)
    stored.set(key, entry)
    const [oldest] = stored.keys()
    if (stored.size > THREADS_MAX && oldest !== undefined) stored.delete(oldest)
    return entry.thread
  }
  /** An older thread is better than none while its service does not respond. */
  const fail = (source: ThreadSource, reason: ThreadFailure, until: number): FetchedThread => {
    const before = stored.get(keyOf(source))
    const isStored = before?.thread.state === 'read' && reason !== 'gone'
    const thread = isStored ? before.thread : { state: 'failed' as const, reason, url: source.page }
    return store(keyOf(source), { thread, until, etag: isStored ? before.etag : null })
  }
  const backOff = (host: string, until: number) => {
    backOffs.delete(host)
    backOffs.set(host, until)
    const [oldest] = backOffs.keys()
    if (backOffs.size > HOSTS_MAX && oldest !== undefined) backOffs.delete(oldest)
  }
  const load = async (source: ThreadSource, userId: string): Promise<FetchedThread> => {
    const before = stored.get(keyOf(source))
    const { host } = new URL(source.request)
    const backOffUntil = backOffs.get(host) ?? 0
    if (backOffUntil > now()) return fail(source, 'busy', backOffUntil)
    const accept =
      source.service === 'feed' ? 'application/rss+xml, application/atom+xml, */*;q=0.5' : 'application/json'
    const response = await outbound.ask(source.request, {
      headers: { accept, ...(before?.etag && { 'if-none-match': before.etag }) },
    })
    const at = now()
    if (!response.ok) return fail(source, 'unreachable', at + FAILURE_MS)
    if (response.status === 304 && before?.thread.state === 'read')
      return store(keyOf(source), { ...before, until: at + FRESH_MS })
    const reason = failureOf(response)
    if (reason !== null) {
      const later = retryAt(response.headers['retry-after'], at) ?? at + FAILURE_MS
      if (reason === 'busy') backOff(host, later)
      return fail(source, reason, reason === 'gone' ? at + GONE_MS : later)
    }
    const read = await parsing
      .inTurnOf(userId)
      .parse('thread', {
        service: source.service,
        bytes: response.bytes,
        contentType: response.headers['content-type'] ?? null,
        url: response.url,
        page: source.page ?? response.url,
        now: at,
      })
      .catch((error: unknown) => {
        if (error instanceof ParsingError) return null
        throw error
      })
    if (!read) return fail(source, 'unreadable', at + FAILURE_MS)
    const thread = {
      state: 'read' as const,
      service: source.service,
      url: source.page,
      comments: [...read.comments],
      total: read.total,
      fetchedAt: at,
    }
    return store(keyOf(source), { thread, until: at + FRESH_MS, etag: response.headers['etag'] ?? null })
  }
  return {
    sourceOf: (entry) => threadSourceOf(entry, bases),
    fetch(source, userId) {
      const known = stored.get(keyOf(source))
      if (known && known.until > now()) return Promise.resolve(known.thread)
      const pending =
        running.get(keyOf(source)) ?? load(source, userId).finally(() => running.delete(keyOf(source)))
      running.set(keyOf(source), pending)
      return pending
    },
    close: () => outbound.close(),
  }
}

/** What is shared. A feed of comments says nothing of their page: the entry does, which may be a stranger's or private. */
const keyOf = ({ service, request, page }: ThreadSource): string =>
  service === 'feed' ? `${request} ${page ?? ''}` : request

function failureOf({ status }: OutboundResponse): ThreadFailure | null {
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'busy'
  if (status === 401 || status === 403 || status === 451) return 'refused'
  return status >= 200 && status < 300 ? null : 'unreadable'
}
