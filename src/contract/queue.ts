import { z } from 'zod'
import type { Call } from './call.ts'
import { MAX_QUEUED, MAX_QUEUED_SRC, MAX_QUEUED_TITLE } from './limits.ts'
import { done, envelope, epochMs, webAddress } from './shapes.ts'

/**
 * ours: a track of the player's queue. Each track is changed by itself, and the newer change of two devices wins, so that
 * what one device adds is not lost by what another one moves.
 */
export const queuedTrack = z.object({
  /** Which track it is. Bounded, as it is a key. */
  src: webAddress.max(MAX_QUEUED_SRC),
  entryId: z.string().max(64),
  feedId: z.string().max(64),
  title: z.string().max(MAX_QUEUED_TITLE),
  mime: z.string().max(200).nullable(),
  image: webAddress.max(4000).nullable().catch(null),
  duration: z.number().nullable(),
  /** Its place: tracks with less are before it. */
  rank: z.number(),
  /** It was played or removed. */
  removed: z.boolean(),
  /** When it was changed, ms since 1970. */
  at: epochMs,
})
export type QueuedTrack = z.infer<typeof queuedTrack>

export const queueCalls = {
  /** Newest change first, removed tracks included. */
  'queue.list': { input: z.object({}), output: envelope(z.array(queuedTrack)) },
  /** Changes that are older than the stored ones, or of unknown entries, change nothing. */
  'queue.update': {
    broadcast: 'input',
    input: z.object({ tracks: z.array(queuedTrack).max(MAX_QUEUED) }),
    output: done,
  },
} as const satisfies Record<string, Call>
