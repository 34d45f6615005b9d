import { z } from 'zod'
import type { Call } from './call.ts'
import { done, envelope, epochMs, isoTime, text } from './shapes.ts'

/** Where the comments of an entry are read: a service with a public interface, or a feed that the entry names. */
const threadServices = ['hackerNews', 'lobsters', 'reddit', 'mastodon', 'bluesky', 'feed'] as const
export type ThreadServiceName = (typeof threadServices)[number]

/** The relations of an entry (`extra.links`) that name its comments: their page, and their feed. */
export const COMMENTS = 'comments'
export const REPLIES = 'replies'

/** Why comments could not be read; gone: for good, busy: later again. */
const threadFailures = ['gone', 'busy', 'refused', 'unreachable', 'unreadable'] as const
export type ThreadFailure = (typeof threadFailures)[number]

const comment = z.object({
  id: z.string(),
  /** 0: of the thread itself; each comment comes after the one it replies to. */
  depth: z.number(),
  author: text,
  authorUrl: text,
  url: text,
  publishedAt: isoTime.nullable(),
  /** Sanitised; null: deleted. */
  content: text,
  score: z.number().nullable(),
})
export type ThreadComment = z.infer<typeof comment>

const thread = z.object({
  state: z.literal('read'),
  service: z.enum(threadServices),
  /** The page of the comments; null for a feed of them without one. */
  url: text,
  comments: z.array(comment),
  /** How many there are, where only some of them are here. */
  total: z.number(),
  /** When they were fetched, and when the user looked last before; null: never. ms since 1970. */
  fetchedAt: epochMs,
  seenAt: epochMs.nullable(),
})
export type Thread = z.infer<typeof thread>

export const threadsCalls = {
  /** The comments of an entry; none: it names none that can be read. */
  'threads.get': {
    input: z.object({ entryId: z.string() }),
    output: envelope(
      z.discriminatedUnion('state', [
        thread,
        z.object({ state: z.literal('none') }),
        z.object({ state: z.literal('failed'), reason: z.enum(threadFailures), url: text }),
      ]),
    ),
  },
  /** The user has looked at the comments of an entry, as they were fetched at that time. An earlier time changes nothing. */
  'threads.see': {
    broadcast: false,
    input: z.object({ entryId: z.string(), at: epochMs }),
    output: done,
  },
} as const satisfies Record<string, Call>
