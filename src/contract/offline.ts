/** ours: downloading the entries of a query, to read and play them offline. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope } from './shapes.ts'

/** Maximum number of entries downloaded for one query: its first ones. */
export const MAX_OFFLINE_ENTRIES = 2000
/** Maximum number of bytes of a recording per request. */
export const RECORDING_PART = 8_000_000

const offlineSize = z.object({
  /** At most {@link MAX_OFFLINE_ENTRIES}. */
  entries: z.number(),
  /** Whether the query selects more. */
  isCut: z.boolean(),
  /** Characters of all texts together, with their markup. */
  textLength: z.number(),
  /** Those in texts, and those of entries; their sizes are not known. */
  pictures: z.number(),
  /** Audio and video files. `bytes`: of those whose feeds name a size; `unknown`: how many name none. */
  recordings: z.object({ count: z.number(), bytes: z.number(), unknown: z.number() }),
})
export type OfflineSize = z.infer<typeof offlineSize>

export const offlineCalls = {
  'offline.measure': {
    broadcast: false,
    input: z.object({ q: z.string().max(1000) }),
    output: envelope(offlineSize),
  },
  /** Paths on this server for addresses of recordings, by address; without those that the server does not fetch. */
  'offline.signRecordings': {
    broadcast: false,
    input: z.object({ urls: z.array(z.string().max(4096)).max(200) }),
    output: envelope(z.record(z.string(), z.string())),
  },
} as const satisfies Record<string, Call>
