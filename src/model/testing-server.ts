/** An in-memory server that implements the calls that the model uses, with switches for failures. */
import type { SearchInput } from '../contract/entries.ts'
import type { Api, ApiError } from '../api/index.ts'
import type { TimelineInput, TimelineItem } from '../contract/entries.ts'
import { errorCatalogue, type ErrorKey } from '../contract/errors.ts'
import { paths, type CallName } from '../contract/paths.ts'
import type { EpisodeChapter, Transcript } from '../contract/podcast.ts'
import { entryFacts, matches, type EntryFacts } from '../contract/query/matches.ts'
import { ranksEntries } from '../contract/query/narrow-query.ts'
import { parseQuery } from '../contract/query/parse.ts'
import { pickForMinutes } from '../contract/reading-list.ts'
import type { Position } from '../contract/positions.ts'
import type { QueuedTrack } from '../contract/queue.ts'
import { highlightHandlers, type FakeHighlight } from './testing-highlights.ts'
import { labelHandlers, type FakeLabel } from './testing-labels.ts'
import type { MarkAllScope } from '../contract/reads.ts'
import type { SessionUser } from '../contract/session.ts'
import type { Subscription } from '../contract/subscriptions.ts'
import { createFakeSources } from './testing-sources.ts'

export type FakeEntry = {
  readonly id: string
  readonly feedId: string
  readonly publishedAt: number
  readonly title: string
  read: boolean
  batch: string | null
  starredAt: number | null
  labels?: string[]
  content?: string
  files?: Pick<TimelineItem['entries'], 'media' | 'attachments' | 'extra'>
  transcript?: Transcript
  chapters?: EpisodeChapter[]
}
export type FakeSubscription = {
  readonly feedId: string
  view: number
  category: string | null
  title: string | null
  isPrivate: boolean
  hideFromTimeline?: boolean
}
type Handler = (input: never, key: string) => unknown
export type Handlers = Partial<Record<CallName, Handler>>

const iso = (ms: number) => new Date(ms).toISOString()
const now = Date.UTC(2026, 0, 15, 12)

export function createFakeServer(more: Handlers = {}) {
  const entries: FakeEntry[] = []
  const deleted: string[] = []
  const follows = new Map<string, FakeSubscription>()
  const feeds = new Map<string, { url: string; title: string }>()
  const settings: Record<string, Record<string, unknown>> = {}
  const updated: Record<string, string> = {}
  const calls: { name: string; input: unknown; key: string | null }[] = []
  const repeats = new Map<string, unknown>()
  const trouble = new Map<string, ApiError[]>()
  const positions = new Map<string, Position>()
  const queued = new Map<string, QueuedTrack>()
  const labels = new Map<string, FakeLabel>()
  const highlights = new Map<string, FakeHighlight>()
  const gates = new Map<string, Promise<void>>()
  const state = {
    offline: false,
    user: testUser('1') as SessionUser | null,
    pageSize: 20,
    ranking: [] as readonly (readonly [id: string, near: number])[],
    loseNextAnswer: false,
  }

  const ofView = (view: number | undefined) =>
    [...follows.values()].filter((one) => view === undefined || one.view === view).map(({ feedId }) => feedId)
  const scopeFeeds = (input: TimelineInput & MarkAllScope): string[] =>
    input.feedIdList ?? (input.feedId ? [input.feedId] : ofView(input.view))
  const isCounted = (feedId: string): boolean =>
    follows.has(feedId) ||
    sources.inboxes.has(feedId) ||
    [...sources.listSubscriptions.keys()].some((id) => sources.lists.get(id)?.feedIds.includes(feedId))
  const counts = () => {
    const unread: Record<string, number> = {}
    for (const entry of entries)
      if (!entry.read && isCounted(entry.feedId)) unread[entry.feedId] = (unread[entry.feedId] ?? 0) + 1
    return unread
  }

  let rules: unknown[] = []
  const sources = createFakeSources({
    entries,
    item: (entry) => item(entry, undefined),
    userId: () => state.user?.id ?? '',
    refuse: refusal,
    now: iso(now),
  })
  const handlers: Handlers = {
    ...more,
    ...sources.handlers,
    'actions.get': () => ({ code: 0, data: { userId: '1', rules, createdAt: null, updatedAt: null } }),
    'actions.put': (input: { rules: unknown[] }) => {
      rules = input.rules
      return { code: 0 }
    },
    'feeds.refresh': () => ({ code: 0 }),
    'feeds.check': ({ ids }: { ids: string[] }) => ({
      code: 0,
      data: {
        feeds: ids
          .filter((id) => follows.has(id))
          .map((id) => ({
            id,
            state: 'checked',
            asked: true,
            checkedAt: iso(now),
            nextFetchAt: iso(now + 3_600_000),
            message: null,
          })),
      },
    }),
    'feeds.analytics': ({ id: ids }: { id: string[] }) => ({
      code: 0,
      data: {
        analytics: Object.fromEntries(
          ids
            .filter((id) => feeds.has(id))
            .map((id) => [
              id,
              {
                feedId: id,
                view: 0,
                updatesPerWeek: 1.5,
                subscriptionCount: 3,
                latestEntryPublishedAt: iso(now),
                nextFetchAt: iso(now),
              },
            ]),
        ),
      },
    }),
    'positions.list': () => ({ code: 0, data: [...positions.values()] }),
    'positions.update': ({ positions: received }: { positions: Position[] }) => {
      for (const one of received)
        if (one.at > (positions.get(one.entryId)?.at ?? 0)) positions.set(one.entryId, one)
      return { code: 0 }
    },
    'queue.list': () => ({ code: 0, data: [...queued.values()] }),
    'queue.update': ({ tracks }: { tracks: QueuedTrack[] }) => {
      for (const one of tracks) if (one.at > (queued.get(one.src)?.at ?? 0)) queued.set(one.src, one)
      return { code: 0 }
    },
    'profiles.batch': ({ ids }: { ids: string[] }) => ({
      code: 0,
      data: Object.fromEntries(
        ids.filter((id) => id !== 'unknown').map((id) => [id, { ...testUser(id), suspended: null }]),
      ),
    }),
    'pictures.sign': ({ urls }: { urls: string[] }) => ({
      code: 0,
      data: Object.fromEntries(
        urls.filter((url) => !url.includes('refused')).map((url) => [url, `/pictures/signed?url=${url}`]),
      ),
    }),
    'offline.signRecordings': ({ urls }: { urls: string[] }) => ({
      code: 0,
      data: Object.fromEntries(urls.map((url) => [url, `/recordings/signed?url=${url}`])),
    }),
    'feeds.get': ({ id = '' }: { id?: string }) => {
      const feed = feeds.get(id)
      if (!feed) throw refusal('feedNotFound')
      return { code: 0, data: { feed: { type: 'feed', id, ...feed }, entries: [] } }
    },
    'session.get': () =>
      state.user && {
        user: state.user,
        role: 'user',
        session: {
          id: 's',
          userId: state.user.id,
          token: 't',
          createdAt: iso(now),
          updatedAt: iso(now),
          expiresAt: iso(now),
        },
      },
    'status.configs': () => ({ code: 0, data: { SIGNUP: 'open' } }),
    'settings.get': () => ({ code: 0, settings, updated }),
    'settings.update': ({ tab, ...payload }: { tab: string }) => {
      settings[tab] = { ...settings[tab], ...payload }
      return { code: 0 }
    },
    'subscriptions.list': () => ({
      code: 0,
      data: [
        ...[...follows.values()].map((one) => wire(one, feeds.get(one.feedId))),
        ...sources.subscriptionRows(),
      ],
    }),
    'subscriptions.create': (input: {
      url?: string
      listId?: string
      feedId?: string
      view: number
      category?: string | null
      title?: string | null
      isPrivate?: boolean
    }) => {
      if (input.listId !== undefined)
        return { code: 0, feed: null, ...sources.follow(input.listId, input), unread: {} }
      const known = [...feeds].find(([id, feed]) => id === input.feedId || feed.url === input.url)
      const id = known?.[0] ?? String(9000 + feeds.size)
      const feed = feeds.get(id) ?? { url: input.url ?? '', title: `Feed ${id}` }
      feeds.set(id, feed)
      follows.set(id, {
        feedId: id,
        view: input.view,
        category: input.category ?? null,
        title: input.title ?? null,
        isPrivate: input.isPrivate ?? false,
      })
      return { code: 0, feed: { id, ...feed }, list: null, unread: { [id]: counts()[id] ?? 0 } }
    },
    'subscriptions.update': ({ feedId, listId, ...patch }: { feedId?: string; listId?: string }) => {
      const row = sources.listSubscriptions.get(listId ?? '') ?? follows.get(feedId ?? '')
      if (row) Object.assign(row, patch)
      return { code: 0 }
    },
    'subscriptions.batch': ({ feedIds, ...patch }: { feedIds: string[] }) => {
      for (const id of feedIds) Object.assign(follows.get(id) ?? {}, patch)
      return { code: 0 }
    },
    'subscriptions.delete': ({
      feedIdList = [],
      listId = '',
    }: {
      feedIdList?: string[]
      listId?: string
    }) => {
      sources.listSubscriptions.delete(listId)
      for (const id of feedIdList) {
        // As the server does with a private feed without other subscribers.
        if (follows.get(id)?.isPrivate) feeds.delete(id)
        follows.delete(id)
      }
      return { code: 0 }
    },
    'entries.list': (input: TimelineInput) => {
      const cursor = input.publishedAfter ? Date.parse(input.publishedAfter) : Number.POSITIVE_INFINITY
      const scope = scopeFeeds(input as never)
      const data = entries
        .filter((one) => one.publishedAt < cursor && scope.includes(one.feedId))
        .filter((one) => (input.read === false ? !one.read : true))
        .filter((one) => (input.isCollection ? one.starredAt !== null : true))
        .toSorted((a, b) => b.publishedAt - a.publishedAt)
        .slice(0, input.limit ?? state.pageSize)
        .map((one) => item(one, feeds.get(one.feedId)))
      return { code: 0, data }
    },
    'entries.search': ({ q, limit = 50, cursor = '0', count }: SearchInput) => {
      const parsed = parseQuery(q)
      if (!parsed.ok) throw refusal('invalidParameter')
      if (ranksEntries(q)) {
        const ranked = state.ranking.flatMap(([id]) => entries.find((one) => one.id === id) ?? [])
        const data = ranked.map((one) => item(one, feeds.get(one.feedId)))
        return { code: 0, data, near: Object.fromEntries(state.ranking) }
      }
      const from = Number(cursor)
      const sign = parsed.ast.sort === 'old' ? -1 : 1
      const selected = entries
        .filter((one) => matches(parsed.ast, searchedFacts(one), now))
        .toSorted((a, b) => sign * (b.publishedAt - a.publishedAt))
      const data = selected.slice(from, from + limit).map((one) => item(one, feeds.get(one.feedId)))
      return {
        code: 0,
        data,
        ...(selected.length > from + limit && { cursor: `${from + limit}` }),
        ...(count && { total: selected.length }),
      }
    },
    // Every entry takes two minutes.
    'entries.readingList': ({ minutes }: { minutes: number }) => ({
      code: 0,
      data: pickForMinutes(
        entries
          .filter(({ read }) => !read)
          .map(({ id, feedId, publishedAt }) => ({ id, feedId, publishedAt, seconds: 120, isRare: false })),
        minutes,
      ).flatMap(({ id }) => {
        const entry = entries.find((one) => one.id === id)
        return entry ? [{ ...item(entry, feeds.get(entry.feedId)), readingSeconds: 120 }] : []
      }),
    }),
    // The cursor is the number of deletions sent.
    'entries.deleted': ({ cursor = '0', fromNow }: { cursor?: string; fromNow?: boolean }) => {
      if (fromNow) return { code: 0, data: [], cursor: `${deleted.length}` }
      const data = deleted.slice(Number(cursor))
      return { code: 0, data, ...(data.length > 0 && { cursor: `${deleted.length}` }) }
    },
    'entries.get': ({ id }: { id: string }) => {
      const entry = entries.find((one) => one.id === id)
      if (!entry) return { code: 0 }
      const { entries: core, feeds: feed } = item(entry, feeds.get(entry.feedId))
      return { code: 0, data: { entries: { ...core, content: `<p>${entry.title}</p>` }, feeds: feed } }
    },
    'entries.stream': ({ ids }: { ids: string[] }) =>
      ids
        .map((id) => {
          const { content = `<p>Content of ${id}</p>` } = entries.find((one) => one.id === id) ?? {}
          return JSON.stringify({ id, content })
        })
        .join('\n'),
    // Entries arrive when they are published.
    'entries.checkNew': ({ insertedAfter, ...input }: { insertedAfter: number } & MarkAllScope) => {
      const scope = scopeFeeds(input as never)
      const count = entries.filter(
        (one) => one.publishedAt > insertedAfter && scope.includes(one.feedId),
      ).length
      return { code: 0, data: { has_new: count > 0, ...(count > 0 && { count }) } }
    },
    'entries.readability': ({ id }: { id: string }) => ({
      code: 0,
      data: { content: `<article>${id}</article>` },
    }),
    'entries.transcript': ({ id }: { id: string }) => ({
      code: 0,
      data: entries.find((one) => one.id === id)?.transcript ?? null,
    }),
    'entries.chapters': ({ id }: { id: string }) => ({
      code: 0,
      data: entries.find((one) => one.id === id)?.chapters ?? [],
    }),
    'reads.counts': () => ({ code: 0, data: counts() }),
    'reads.mark': ({ entryIds }: { entryIds: string[] }) => {
      for (const entry of entries) if (entryIds.includes(entry.id)) entry.read = true
      return { code: 0 }
    },
    'reads.unmark': ({ entryIds }: { entryIds: string[] }) => {
      // The mark is removed, and with it its mark-all.
      for (const entry of entries)
        if (entryIds.includes(entry.id)) Object.assign(entry, { read: false, batch: null })
      return { code: 0 }
    },
    'reads.markAll': (input: MarkAllScope, key: string) => {
      const scope = scopeFeeds(input as never)
      const read: Record<string, number> = {}
      for (const entry of entries) {
        const inTime =
          entry.publishedAt >= (input.startTime ?? 0) &&
          entry.publishedAt <= (input.endTime ?? Number.POSITIVE_INFINITY)
        if (entry.read || !scope.includes(entry.feedId) || !inTime) continue
        entry.read = true
        entry.batch = key
        read[entry.feedId] = (read[entry.feedId] ?? 0) + 1
      }
      return { code: 0, data: { read } }
    },
    'reads.unmarkAll': ({ batch }: { batch: string }) => {
      const unread: Record<string, number> = {}
      for (const entry of entries) {
        if (entry.batch !== batch) continue
        entry.read = false
        entry.batch = null
        unread[entry.feedId] = (unread[entry.feedId] ?? 0) + 1
      }
      return { code: 0, data: { unread } }
    },
    'collections.add': ({ entryId }: { entryId: string }) => {
      for (const entry of entries) if (entry.id === entryId) entry.starredAt = now
      return { code: 0 }
    },
    'collections.remove': ({ entryId }: { entryId: string }) => {
      for (const entry of entries) if (entry.id === entryId) entry.starredAt = null
      return { code: 0 }
    },
    ...labelHandlers(entries, labels),
    ...highlightHandlers(entries, highlights, () => now),
  }

  async function answer(name: string, input: unknown, key: string | null): Promise<unknown> {
    await gates.get(name)
    if (state.offline) throw { kind: 'unreachable' } satisfies ApiError
    calls.push({ name, input, key })
    if (key !== null && repeats.has(key)) return repeats.get(key)
    const failure = trouble.get(name)?.shift()
    if (failure) throw failure
    const handler = handlers[name as CallName]
    if (!handler) throw new Error(`The fake server does not answer ${name}`)
    const response = structuredClone(handler(input as never, key ?? ''))
    if (key !== null) repeats.set(key, response)
    if (key !== null && state.loseNextAnswer) {
      state.loseNextAnswer = false
      throw { kind: 'unreachable' } satisfies ApiError
    }
    return response
  }

  const api: Record<string, Record<string, unknown>> = {
    auth: { signIn: () => answerAuth(), signUp: () => answerAuth(), signOut: () => answerAuth() },
  }
  const answerAuth = async () => {
    if (state.offline) throw { kind: 'unreachable' } satisfies ApiError
    return {}
  }
  for (const name of Object.keys(paths)) {
    const [resource = '', verb = ''] = name.split('.')
    api[resource] = {
      ...api[resource],
      [verb]: (input: unknown, options?: { idempotencyKey?: string }) =>
        answer(name, input, options?.idempotencyKey ?? null),
    }
  }

  return {
    api: api as unknown as Api,
    entries,
    highlights,
    follows,
    feeds,
    sources,
    settings,
    updated,
    calls,
    counts,
    get offline() {
      return state.offline
    },
    set offline(offline: boolean) {
      state.offline = offline
    },
    get user() {
      return state.user
    },
    set user(user: SessionUser | null) {
      state.user = user
    },
    /** What any query that ranks finds, and how near each entry is. */
    set ranking(ranking: readonly (readonly [id: string, near: number])[]) {
      state.ranking = ranking
    },
    set pageSize(size: number) {
      state.pageSize = size
    },
    /** The next write is executed, but its response is lost. */
    loseNextAnswer: () => void (state.loseNextAnswer = true),
    /** The calls of these names that were handled. */
    sent: (...names: CallName[]) => calls.filter(({ name }) => names.includes(name as CallName)),
    /** Refuses the next call of that name. @param key of the catalogue, or the refusal of a plugin */
    refuse(name: CallName, key: ErrorKey | ApiError, reason: string | null = null) {
      const error = typeof key === 'string' ? refusal(key, reason) : key
      trouble.set(name, [...(trouble.get(name) ?? []), error])
    },
    fail(name: CallName, status: number) {
      trouble.set(name, [...(trouble.get(name) ?? []), { kind: 'failed', status, message: null }])
    },
    /** Delays calls of that name until the returned function is called. */
    hold(name: CallName): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(name, promise)
      return () => {
        gates.delete(name)
        resolve()
      }
    },
    follow(feedId: string, options: Partial<FakeSubscription> = {}) {
      feeds.set(feedId, { url: `https://example.org/${feedId}.xml`, title: `Feed ${feedId}` })
      follows.set(feedId, { feedId, view: 0, category: null, title: null, isPrivate: false, ...options })
    },
    /** Adds a feed that is not subscribed, like those of a list. */
    know(feedId: string) {
      feeds.set(feedId, { url: `https://example.org/${feedId}.xml`, title: `Feed ${feedId}` })
    },
    /** Deletes an entry as rules of retention do. */
    remove(id: string) {
      const at = entries.findIndex((one) => one.id === id)
      if (at !== -1) entries.splice(at, 1)
      deleted.push(id)
    },
    /** Changes the title of an entry. */
    correct(id: string, title: string) {
      const at = entries.findIndex((one) => one.id === id)
      const before = entries[at]
      if (before) entries[at] = { ...before, title }
    },
    publish(feedId: string, id: string, publishedAt: number, options: Partial<FakeEntry> = {}) {
      entries.push({
        id,
        feedId,
        publishedAt,
        title: `Entry ${id}`,
        read: false,
        batch: null,
        starredAt: null,
        ...options,
      })
    },
  }
}
/** An error as the api throws it when the server refuses. */
function refusal(key: ErrorKey, reason: string | null = null): ApiError {
  const [code, status, message] = errorCatalogue[key]
  return { kind: 'refused', key, code, status, message, reason }
}
export type FakeServer = ReturnType<typeof createFakeServer>

/** A signed-in user. */
export function testUser(id: string): SessionUser {
  return {
    id,
    name: `Person ${id}`,
    email: `${id}@example.org`,
    emailVerified: true,
    image: null,
    handle: null,
    createdAt: iso(now),
    updatedAt: iso(now),
    twoFactorEnabled: null,
    socialLinks: null,
    bio: null,
    website: null,
    deleted: null,
  }
}

function wire(one: FakeSubscription, feed: { url: string; title: string } | undefined): Subscription {
  return {
    ...one,
    userId: '1',
    createdAt: iso(now),
    feeds: {
      type: 'feed',
      id: one.feedId,
      url: feed?.url ?? '',
      title: feed?.title ?? null,
      siteUrl: `https://site-${one.feedId}.example`,
    },
    boost: { boosters: [] },
  }
}

/** Text and state only: no feed names, no media. */
const searchedFacts = (entry: FakeEntry): EntryFacts =>
  entryFacts(
    {
      title: entry.title,
      publishedAt: entry.publishedAt,
      read: entry.read,
      starred: entry.starredAt !== null,
      labels: entry.labels ?? [],
      highlighted: false,
      notes: [],
      transcript: entry.transcript?.lines.map(({ text }) => text).join(' ') ?? null,
      author: null,
      description: null,
      content: entry.content ?? null,
      language: null,
      media: null,
      attachments: null,
    },
    null,
  )

function item(entry: FakeEntry, feed: { url: string; title: string } | undefined): TimelineItem {
  return {
    entries: {
      id: entry.id,
      guid: entry.id,
      title: entry.title,
      url: `https://example.org/${entry.id}`,
      description: null,
      author: null,
      authorUrl: null,
      authorAvatar: null,
      language: null,
      categories: null,
      publishedAt: iso(entry.publishedAt),
      insertedAt: iso(entry.publishedAt),
      ...entry.files,
    },
    feeds: { type: 'feed', id: entry.feedId, url: feed?.url ?? '', title: feed?.title ?? null },
    read: entry.read,
    ...(entry.starredAt !== null && { collections: { createdAt: iso(entry.starredAt) } }),
    ...(entry.labels?.length && { labels: entry.labels }),
  }
}
