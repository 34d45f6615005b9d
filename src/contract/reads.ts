import { z } from 'zod'
import { done, envelope, epochMs, view } from './shapes.ts'
import type { Call } from './call.ts'
import { MAX_UNREAD_DAYS } from './unread-days.ts'

/** The scope of a mark-all. Times are ms; start and end on publishedAt, both inclusive. */
const markAllScope = z.object({
  view: view.optional(),
  feedId: z.string().optional(),
  feedIdList: z.array(z.string()).optional(),
  listId: z.string().optional(),
  inboxId: z.string().optional(),
  excludePrivate: z.boolean().optional(),
  startTime: epochMs.optional(),
  endTime: epochMs.optional(),
  /** Strictly earlier than this insertedAt. */
  insertedBefore: epochMs.optional(),
})
export type MarkAllScope = z.infer<typeof markAllScope>

export const readsCalls = {
  'reads.counts': {
    input: z.object({ view: view.optional() }),
    output: envelope(z.record(z.string(), z.number())),
  },
  'reads.mark': {
    broadcast: 'input',
    input: z.object({
      entryIds: z.array(z.string()).max(5000),
      isInbox: z.boolean().optional(),
      readHistories: z.array(z.string()).optional(),
    }),
    output: done,
  },
  'reads.unmark': {
    broadcast: 'input',
    input: z.object({
      entryId: z.string().optional(),
      /** Ours: several at once, so that an undo is one call. */
      entryIds: z.array(z.string()).max(5000).optional(),
      isInbox: z.boolean().optional(),
    }),
    output: done,
  },
  'reads.markAll': {
    broadcast: 'input',
    input: markAllScope,
    output: envelope(z.object({ read: z.record(z.string(), z.number()) })),
  },
  'reads.unmarkAll': {
    broadcast: 'input',
    input: z.object({ batch: z.string().min(1).max(64) }),
    output: envelope(z.object({ unread: z.record(z.string(), z.number()) })),
  },
  /** ours: how many unread entries of these feeds would be marked read with this number of days. */
  'reads.older': {
    broadcast: false,
    input: z.object({
      feedIdList: z.array(z.string()).max(5000),
      days: z.number().int().min(1).max(MAX_UNREAD_DAYS),
    }),
    output: envelope(z.object({ entries: z.number() })),
  },
  'reads.totalCount': { input: z.object({}), output: envelope(z.object({ count: z.number() })) },
} as const satisfies Record<string, Call>

export const collectionsCalls = {
  'collections.get': { input: z.object({ entryId: z.string() }), output: envelope(z.boolean()) },
  'collections.add': {
    broadcast: 'input',
    input: z.object({ entryId: z.string(), view: view.optional() }),
    output: done,
  },
  'collections.remove': { broadcast: 'input', input: z.object({ entryId: z.string() }), output: done },
} as const satisfies Record<string, Call>
