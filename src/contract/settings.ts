/** The two calls for settings; the settings are in setting-defaults.ts. */
import { z } from 'zod'
import { done } from './shapes.ts'
import type { Call } from './call.ts'

export * from './setting-defaults.ts'

export const settingsCalls = {
  'settings.get': {
    input: z.object({ tab: z.string().optional() }),
    output: z.object({
      code: z.literal(0),
      settings: z.record(z.string(), z.record(z.string(), z.unknown())),
      updated: z.record(z.string(), z.string()),
    }),
  },
  'settings.update': {
    broadcast: 'input',
    input: z.looseObject({ tab: z.string() }),
    output: done,
    notAnObject: 'invalidSettingPayload',
  },
} as const satisfies Record<string, Call>
