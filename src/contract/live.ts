/**
 * ours: changes while a client is open, as server-sent events on GET live. The event's name is the `type` below,
 * its data the rest as JSON. After a lost connection the client fetches what it missed: nothing is sent again.
 */
import { z } from 'zod'
import { isoTime } from './shapes.ts'
import type { Call } from './call.ts'

export const liveEvent = z.discriminatedUnion('type', [
  /** The stream is open; the client has to fetch everything before `at`. */
  z.object({ type: z.literal('hello'), at: isoTime }),
  /** New entries: their number by feed (an inbox's hidden feed included). */
  z.object({ type: z.literal('entries'), feeds: z.record(z.string(), z.number()) }),
  /**
   * A change on another device of this user: the call's name, and for reads, stars, labels, highlights, subscriptions, folders and
   * settings its input. `from` is the X-Client-Id of that device.
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
  /** `client`: the X-Client-Id of the requesting device, which is not sent its own changes; EventSource cannot send headers. */
  'live.listen': {
    stream: true,
    effects: true,
    input: z.object({ client: z.string().max(64).optional() }),
    output: z.string(),
    answers: 'text/event-stream; charset=utf-8',
  },
} as const satisfies Record<string, Call>
