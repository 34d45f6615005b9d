import { z } from 'zod'
import type { Call } from './call.ts'
import { chapter, transcript } from './podcast.ts'
import { MAX_READING_MINUTES } from './reading-list.ts'
import {
  actionResult,
  entryCore,
  entryWithContent,
  envelope,
  epochMs,
  feed,
  flag,
  inbox,
  isoTime,
  repeated,
  view,
} from './shapes.ts'

/** One row of a timeline response (wire-contract 5). Every starred entry has `collections`. */
export const timelineItem = z.object({
  entries: entryCore.extend({ content: z.string().nullable().optional() }),
  feeds: z.union([feed, inbox]),
  read: z.boolean().nullable(),
  view: view.optional(),
  from: z.array(z.string()).optional(),
  collections: z.object({ createdAt: isoTime }).optional(),
  settings: actionResult.optional(),
  /** ours: names of the labels on the entry, by name; absent where there are none. */
  labels: z.array(z.string()).optional(),
  /** ours: how long the entry takes to read; absent until its text is counted. */
  readingSeconds: z.number().optional(),
})
export type TimelineItem = z.infer<typeof timelineItem>

/** The input of a timeline. `publishedAfter` is the cursor and means "older than". */
export const timelineInput = z.object({
  view: view.optional(),
  feedId: z.string().optional(),
  feedIdList: z.array(z.string()).optional(),
  listId: z.string().optional(),
  read: z.boolean().optional(),
  limit: z.number().int().min(1).max(500).optional(),
  publishedAfter: isoTime.optional(),
  publishedBefore: isoTime.optional(),
  isCollection: z.boolean().optional(),
  collected: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  withContent: z.boolean().optional(),
  excludePrivate: z.boolean().optional(),
})
export type TimelineInput = z.infer<typeof timelineInput>

const searchInput = z.object({
  /** In the query language (src/contract/query); empty: every entry. */
  q: z.string(),
  /** Maximum number of items of one page. */
  limit: z.number().int().min(1).max(100).optional(),
  /** Of the previous page; opaque. */
  cursor: z.string().max(1000).optional(),
  /** Also counts all that the query selects, up to MAX_MATCHES (limits.ts). */
  count: z.boolean().optional(),
  /** Only the first entry of a story in several feeds; a page may then have fewer entries than its limit. */
  once: z.boolean().optional(),
})
export type SearchInput = z.infer<typeof searchInput>

export const entriesCalls = {
  'entries.list': {
    broadcast: false,
    input: timelineInput,
    output: z.object({ code: z.literal(0), data: z.array(timelineItem).optional() }),
  },
  /**
   * ours: entries that a query selects, each once over all pages. Order: as its `sort:` says; without one newest first,
   * where those with the query's words in the title come before the others unless the words are too frequent to rank; with
   * `like:` or `about:` the nearest first, which a plugin ranks: where it cannot, the refusal says why. A
   * query that cannot be read is refused with its position.
   */
  'entries.search': {
    broadcast: false,
    input: searchInput,
    output: z.object({
      code: z.literal(0),
      data: z.array(timelineItem),
      /** Of a ranked query: how near entries of the page are by what they mean, by their ids, 1 at most. */
      near: z.record(z.string(), z.number()).optional(),
      /** Of the next page of the same query; absent on the last one. */
      cursor: z.string().optional(),
      /** With `count`: how many entries it selects on all pages, those that `once` leaves out too, at most 10,000. */
      total: z.number().optional(),
    }),
  },
  /**
   * ours: unread entries that fill a number of minutes (reading-list.ts), in the order in which they are chosen: of rare
   * feeds first, then the newest, one of each feed before a second one.
   */
  'entries.readingList': {
    broadcast: false,
    input: z.object({ minutes: z.number().int().min(1).max(MAX_READING_MINUTES) }),
    output: z.object({ code: z.literal(0), data: z.array(timelineItem) }),
  },
  /**
   * ours: ids of deleted entries of followed feeds, in the order of their deletion, so that a client drops what it has stored.
   * `cursor`: where to continue, now or another day; absent when there is nothing new. `fromNow`: for a client that has stored
   * nothing yet: the response has a cursor and no id.
   */
  'entries.deleted': {
    input: z.object({ cursor: z.string().max(200).optional(), fromNow: flag.optional() }),
    output: z.object({
      code: z.literal(0),
      data: z.array(z.string()),
      cursor: z.string().optional(),
    }),
  },
  'entries.get': {
    input: z.object({ id: z.string() }),
    output: z.object({
      code: z.literal(0),
      data: z.object({ entries: entryWithContent, feeds: feed }).optional(),
    }),
  },
  /** Responds with newline-delimited JSON, one {id, content} a line. */
  'entries.stream': {
    stream: true,
    broadcast: false,
    input: z.object({ ids: z.array(z.string()).max(1000) }),
    output: z.string(),
    answers: 'application/x-ndjson',
  },
  'entries.checkNew': {
    input: z.object({
      insertedAfter: epochMs,
      view: view.optional(),
      feedId: z.string().optional(),
      feedIdList: repeated.optional(),
      read: flag.optional(),
    }),
    output: envelope(
      z.object({
        has_new: z.boolean(),
        lastest_at: isoTime.optional(),
        entry_id: z.string().optional(),
        /** ours: how many, counted up to a thousand. */
        count: z.number().optional(),
      }),
    ),
  },
  'entries.preview': {
    input: z.object({ id: z.string() }),
    output: envelope(z.array(entryWithContent.extend({ feedId: z.string() }))),
    open: true,
  },
  'entries.readability': {
    effects: true,
    input: z.object({ id: z.string() }),
    output: envelope(z.object({ content: z.string().nullable().optional() }).nullable()),
  },
  /** ours: the transcript of an episode, fetched from the address that its feed names; null: it names none. */
  'entries.transcript': {
    effects: true,
    input: z.object({ id: z.string() }),
    output: envelope(transcript.nullable()),
  },
  /** ours: the chapters that an episode's feed has, or the file that it names. */
  'entries.chapters': {
    effects: true,
    input: z.object({ id: z.string() }),
    output: envelope(z.array(chapter)),
  },
  'entries.readHistories': {
    input: z.object({
      id: z.string(),
      size: z.coerce.number().int().min(1).max(100).optional(),
      page: z.coerce.number().int().min(1).optional(),
    }),
    output: envelope(
      z.object({
        users: z.record(
          z.string(),
          z.object({
            id: z.string(),
            name: z.string().nullable(),
            image: z.string().nullable(),
            handle: z.string().nullable(),
          }),
        ),
        total: z.number(),
        entryReadHistories: z.object({ userIds: z.array(z.string()), readCount: z.number() }).nullable(),
      }),
    ),
  },
} as const satisfies Record<string, Call>
