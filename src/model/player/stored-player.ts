/** The player as localStorage has it. The text may be anything: another version wrote it. */
import { z } from 'zod'

/** Episodes whose position is kept. */
export const MAX_POSITIONS = 500

const track = z.object({
  entryId: z.string(),
  feedId: z.string(),
  title: z.string(),
  src: z.url({ protocol: /^https?$/ }),
  mime: z.string().nullable(),
  image: z.string().nullable(),
  duration: z.number().nullable(),
})
const stored = z.object({
  show: z.boolean().catch(false),
  track: track.nullable().catch(null),
  currentTime: z.number().min(0).catch(0),
  duration: z.number().min(0).catch(0),
  playbackRate: z.number().min(0.25).max(4).catch(1),
  volume: z.number().min(0).max(1).catch(0.8),
  isMute: z.boolean().catch(false),
  queue: z.array(track).catch([]),
  positions: z.array(z.tuple([z.string(), z.number()])).catch([]),
})
export type StoredPlayer = z.output<typeof stored>

export function parsePlayer(text: string | null): StoredPlayer {
  try {
    return stored.parse(JSON.parse(text ?? '{}'))
  } catch {
    return stored.parse({})
  }
}

/** The newest position is last; beyond the bound the oldest are dropped. */
export function withPosition(
  positions: ReadonlyMap<string, number>,
  entryId: string,
  { time, keep }: { readonly time: number; readonly keep: boolean },
): ReadonlyMap<string, number> {
  if (keep ? positions.get(entryId) === time : !positions.has(entryId)) return positions
  const next = new Map(positions)
  next.delete(entryId)
  if (keep) next.set(entryId, time)
  const [oldest] = next.keys()
  if (next.size > MAX_POSITIONS && oldest !== undefined) next.delete(oldest)
  return next
}
