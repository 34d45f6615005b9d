import { z } from 'zod'
import { done, envelope, isoTime, profileUser } from './shapes.ts'
import { powerAmount } from './wallets.ts'
import type { Call } from './call.ts'

const achievementType = z.enum(['checking', 'completed', 'incomplete', 'audit', 'received'])
const achievement = z.object({
  id: z.string(),
  userId: z.string(),
  type: achievementType,
  actionId: z.number(),
  progress: z.number(),
  progressMax: z.number(),
  done: z.boolean(),
  doneAt: isoTime.nullable(),
  tx: z.string().nullable(),
  power: powerAmount,
})
export type Achievement = z.infer<typeof achievement>

const named = z.object({ actionId: z.number().int() })
const result = envelope(z.object({ actionId: z.number(), result: z.boolean() }))

export const achievementsCalls = {
  'achievement.list': {
    effects: true,
    input: z.object({ type: z.enum(['all', ...achievementType.options]).optional() }),
    output: z.object({
      code: z.literal(0),
      data: z.array(achievement),
      done: z.number(),
      total: z.number(),
    }),
  },
  /** Claims the POWER of a completed one. */
  'achievement.receive': { input: named, output: result },
  'achievement.check': { input: named, output: result },
  'achievement.audit': { input: named.extend({ payload: z.unknown().optional() }), output: done },
  'achievement.audits': {
    input: z.object({}),
    output: envelope(
      z.array(
        z.object({ userId: z.string(), user: profileUser, actionId: z.number(), payload: z.unknown() }),
      ),
    ),
  },
  'achievement.decide': { input: named.extend({ userId: z.string(), granted: z.boolean() }), output: done },
} as const satisfies Record<string, Call>
