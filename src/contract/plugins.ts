import { z } from 'zod'
import { done, envelope, epochMs } from './shapes.ts'
import type { Call } from './call.ts'

const plugin = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)

/** An entry was saved by a plugin. */
export const entrySave = z.object({
  plugin,
  /** When last, ms since 1970. */
  at: epochMs,
  /** Opens what was saved, where the service names it. */
  url: z.string().nullable(),
})
export type EntrySave = z.infer<typeof entrySave>

export const pluginsCalls = {
  'plugins.settings': {
    input: z.object({ plugin }),
    output: envelope(
      z.object({
        values: z.record(z.string(), z.unknown()),
        /** Which secrets are set; their text never leaves the server. */
        secretsSet: z.array(z.string()),
      }),
    ),
  },
  'plugins.updateSettings': {
    input: z.object({
      plugin,
      values: z.record(z.string(), z.unknown()).optional(),
      /** An empty text takes the secret away. */
      secrets: z.record(z.string(), z.string().max(4096)).optional(),
    }),
    output: done,
  },
  'plugins.call': {
    input: z.object({ plugin, call: z.string(), input: z.unknown().optional() }),
    output: envelope(z.unknown()),
  },
  /** Newest first. */
  'plugins.saves': { input: z.object({ entryId: z.string() }), output: envelope(z.array(entrySave)) },
} as const satisfies Record<string, Call>
