/** ours: taking the entries of a query along, to read and hear them without a connection. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope } from './shapes.ts'

/** The most entries that are taken along for one query; the query's order says which. */
export const MAX_OFFLINE_ENTRIES = 2000
/** The most bytes of a recording that one request asks for. */
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
  /** Audio and video files. `bytes`: of those whose feeds say it; `unknown`: how many do not. */
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
