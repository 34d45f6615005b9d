/** The player as localStorage has it. The text may be anything: another version wrote it. */
import { z } from 'zod'

/** Episodes whose position is stored, as many as the server stores. */
export const MAX_POSITIONS = 500

const file = z.object({
  entryId: z.string(),
  feedId: z.string(),
  title: z.string(),
  src: z.url({ protocol: /^https?$/ }),
  mime: z.string().nullable(),
  image: z.string().nullable(),
  duration: z.number().nullable(),
})
/** Its provider may be gone, which is known once all have started. */
const provided = file.extend({ src: z.string(), provider: z.string() })
const track = z.union([provided, file])
const queueRecord = z.intersection(
  track,
  z.object({ rank: z.number(), removed: z.boolean(), at: z.number() }),
)
const position = z.object({
  entryId: z.string(),
  seconds: z.number().min(0),
  finished: z.boolean().optional(),
  at: z.number(),
})
/** As earlier builds stored it. */
const undatedPosition = z
  .tuple([z.string(), z.number().min(0)])
  .transform(([entryId, seconds]) => ({ entryId, seconds, at: 0 }))
const stored = z.object({
  show: z.boolean().catch(false),
  track: track.nullable().catch(null),
  currentTime: z.number().min(0).catch(0),
  duration: z.number().min(0).catch(0),
  playbackRate: z.number().min(0.25).max(4).catch(1),
  volume: z.number().min(0).max(1).catch(0.8),
  isMute: z.boolean().catch(false),
  shortensSilence: z.boolean().catch(false),
  queue: z.array(track).catch([]),
  played: z.array(track).catch([]),
  positions: z.array(z.union([position, undatedPosition])).catch([]),
  /** Entry ids of positions that the server has not accepted. */
  unsent: z.array(z.string()).catch([]),
  /** The queue as other devices have it, and addresses of its tracks that the server has not accepted. */
  queueRecords: z.array(queueRecord).catch([]),
  unsentTracks: z.array(z.string()).catch([]),
})
export type StoredPlayer = z.output<typeof stored>

export function parsePlayer(text: string | null): StoredPlayer {
  try {
    return stored.parse(JSON.parse(text ?? '{}'))
  } catch {
    return stored.parse({})
  }
}
