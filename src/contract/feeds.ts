import { z } from 'zod'
import type { Call } from './call.ts'
import { MAX_CHECKED_FEEDS } from './limits.ts'
import {
  analytics,
  done,
  entryDraft,
  entryWithContent,
  envelope,
  feed,
  isoTime,
  list,
  view,
} from './shapes.ts'

/** One fetch of a feed and its result; newest first. */
const fetchRecord = z.object({
  at: isoTime,
  /** HTTP status; null without a response. */
  status: z.number().nullable(),
  outcome: z.enum(['stored', 'unchanged', 'moved', 'gone', 'failed']),
  /** The cause, as a sentence for users. */
  message: z.string().nullable(),
  newEntries: z.number(),
  bytes: z.number(),
  milliseconds: z.number(),
})
export type FetchRecord = z.infer<typeof fetchRecord>

/** Progress of a fetch that the user requested. */
const feedCheck = z.object({
  id: z.string(),
  /** `checking`: call again; `waiting`: its site allows no request before `nextFetchAt`. */
  state: z.enum(['checking', 'checked', 'failed', 'waiting', 'gone']),
  /** Whether this call starts a fetch: not within a minute of the last one. */
  asked: z.boolean(),
  checkedAt: isoTime.nullable(),
  nextFetchAt: isoTime.nullable(),
  /** Why the last fetch failed, as a sentence for users. */
  message: z.string().nullable(),
})
export type FeedCheck = z.infer<typeof feedCheck>

export const feedsCalls = {
  'feeds.get': {
    effects: true,
    input: z.object({
      id: z.string().optional(),
      url: z.string().optional(),
      entriesLimit: z.coerce.number().int().min(0).max(100).optional(),
    }),
    output: envelope(
      z.object({
        feed,
        entries: z.array(entryDraft),
        subscriptionCount: z.number(),
        readCount: z.number(),
        analytics: analytics.optional(),
        subscription: z
          .object({
            feedId: z.string(),
            userId: z.string(),
            view,
            title: z.string().nullable(),
            category: z.string().nullable(),
            isPrivate: z.boolean(),
            createdAt: isoTime,
          })
          .optional(),
      }),
    ),
    open: true,
  },
  'feeds.refresh': {
    broadcast: false,
    input: z.object({ id: z.string() }),
    output: done,
    alsoGet: true,
    effects: true,
  },
  /**
   * ours: starts fetches of feeds that the user follows and responds soon with their progress; called until none is `checking`.
   * Feeds that the user does not follow are left out.
   */
  'feeds.check': {
    broadcast: false,
    input: z.object({ ids: z.array(z.string()).max(MAX_CHECKED_FEEDS) }),
    output: envelope(z.object({ feeds: z.array(feedCheck) })),
  },
  'feeds.reset': {
    broadcast: false,
    input: z.object({ id: z.string() }),
    output: done,
    alsoGet: true,
    effects: true,
  },
  'feeds.analytics': {
    broadcast: false,
    input: z.object({ id: z.array(z.string()).max(500) }),
    output: envelope(
      z.object({
        analytics: z.record(
          z.string(),
          /** ours: when the feed is fetched next; null for one that is gone. */
          analytics.extend({ nextFetchAt: isoTime.nullable() }),
        ),
      }),
    ),
  },
  /** What the server knows of feeds by their addresses; those that it does not know, and those that the caller may not see, are left out. */
  'feeds.known': {
    broadcast: false,
    input: z.object({ urls: z.array(z.string().max(2000)).max(200) }),
    output: envelope(z.array(z.object({ url: z.string(), feed, analytics: analytics.optional() }))),
  },
  'feeds.fetches': {
    input: z.object({ id: z.string() }),
    output: envelope(z.object({ fetches: z.array(fetchRecord), nextFetchAt: isoTime.nullable() })),
  },
} as const satisfies Record<string, Call>

export const discoverCalls = {
  'discover.search': {
    broadcast: false,
    input: z.object({ keyword: z.string().min(1).max(2000), target: z.enum(['feeds', 'lists']).optional() }),
    output: z.object({
      data: z.array(
        z.object({
          feed: feed.optional(),
          list: list.optional(),
          docs: z.string().optional(),
          entries: z.array(entryWithContent.extend({ feedId: z.string() })).optional(),
          updatesPerWeek: z.number().optional(),
          subscriptionCount: z.number().optional(),
          analytics: analytics.optional(),
        }),
      ),
    }),
  },
} as const satisfies Record<string, Call>
