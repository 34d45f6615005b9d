/**
 * ours: what happens while a client is open, as server-sent events on GET live. The event's name is the `type` below,
 * its data the rest as JSON. After a break the client looks for itself: nothing is sent again.
 */
import { z } from 'zod'
import { isoTime } from './shapes.ts'
import type { Call } from './call.ts'

export const liveEvent = z.discriminatedUnion('type', [
  /** The stream is open; everything before `at` has to be asked for. */
  z.object({ type: z.literal('hello'), at: isoTime }),
  /** Entries have come: by feed (an inbox's hidden feed included), how many new ones. */
  z.object({ type: z.literal('entries'), feeds: z.record(z.string(), z.number()) }),
  /**
   * A change on another device of this user: the call's name, and for reads, stars, labels, highlights, subscriptions, folders and
   * settings what it said. `from` is the X-Client-Id of that device.
   */
  z.object({
    type: z.literal('changed'),
    call: z.string(),
    input: z.record(z.string(), z.unknown()).optional(),
    from: z.string().nullable(),
  }),
  /** The session is over. */
  z.object({ type: z.literal('bye') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveCalls = {
  /** `client`: the X-Client-Id of the asking device, whose own changes are not told; EventSource cannot send headers. */
  'live.listen': {
    stream: true,
    effects: true,
    input: z.object({ client: z.string().max(64).optional() }),
    output: z.string(),
    answers: 'text/event-stream; charset=utf-8',
  },
} as const satisfies Record<string, Call>
