/** The jobs of the server: what runs outside of requests. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { pluginMessage } from './plugins.ts'
import { envelope, isoTime } from './shapes.ts'

/** The jobs of a queue, or one job of a plugin. */
const jobGroup = z.object({
  queue: z.string(),
  /** A job of this plugin, and its name; null: all jobs of the queue. */
  plugin: z.string().nullable(),
  name: z.string().nullable(),
  count: z.number(),
  running: z.number(),
  /** Those whose last run failed. */
  failing: z.number(),
  /** When the next of them runs; null: all run now. */
  nextAt: isoTime.nullable(),
  /** End of the last run; null: none yet. Finished jobs are not listed. */
  lastAt: isoTime.nullable(),
  /** How long that took. */
  milliseconds: z.number().nullable(),
  /** Why it failed; null where it did not. */
  failure: z.string().nullable(),
  /** The same as the plugin's message. */
  words: pluginMessage.nullable(),
})
export type JobGroup = z.infer<typeof jobGroup>

export const jobsCalls = {
  /** Those of the user. `all`: for admins, those of the server and of all users. */
  'jobs.list': {
    input: z.object({ all: z.stringbool().optional() }),
    output: envelope(z.array(jobGroup)),
  },
} as const satisfies Record<string, Call>
