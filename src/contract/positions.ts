import { z } from 'zod'
import { done, envelope, epochMs } from './shapes.ts'
import type { Call } from './call.ts'

/** Positions that a user has at most: the newest. */
export const MAX_POSITIONS = 500

/** How far an entry's audio or video was played. */
const position = z.object({
  entryId: z.string(),
  /** 0: played to the end, or not at all. */
  seconds: z.number().min(0).max(10_000_000),
  /** Told by the device on which it was played to its end; not stored. */
  finished: z.boolean().optional(),
  /** When it was there, ms since 1970. The newer one of two devices wins. */
  at: epochMs,
})
export type Position = z.infer<typeof position>

export const positionsCalls = {
  /** Newest first. */
  'positions.list': { input: z.object({}), output: envelope(z.array(position)) },
  /** Positions that are older than the stored ones, or of unknown entries, change nothing. */
  'positions.update': {
    broadcast: 'input',
    input: z.object({ positions: z.array(position).max(MAX_POSITIONS) }),
    output: done,
  },
} as const satisfies Record<string, Call>
