import { z } from 'zod'
import { done, envelope } from './shapes.ts'
import type { Call } from './call.ts'

const plugin = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)

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
} as const satisfies Record<string, Call>
