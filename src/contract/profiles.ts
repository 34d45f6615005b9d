import { z } from 'zod'
import { envelope, profileUser } from './shapes.ts'
import type { Call } from './call.ts'

export const profilesCalls = {
  'profiles.get': {
    input: z.object({ id: z.string().optional(), handle: z.string().optional() }),
    output: envelope(profileUser),
    open: true,
  },
  'profiles.batch': {
    broadcast: false,
    input: z.object({ ids: z.array(z.string()).max(500) }),
    output: envelope(z.record(z.string(), profileUser)),
  },
} as const satisfies Record<string, Call>
