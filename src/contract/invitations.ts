import { z } from 'zod'
import { done, envelope, isoTime } from './shapes.ts'
import type { Call } from './call.ts'

const invitation = z.object({
  code: z.string(),
  createdAt: isoTime,
  usedAt: isoTime.nullable(),
  toUserId: z.string().nullable(),
  /** Who used it. */
  users: z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() }).nullable(),
})
export type Invitation = z.infer<typeof invitation>

export const invitationsCalls = {
  'invitations.list': { input: z.object({}), output: envelope(z.array(invitation)) },
  /** How many codes the user may have created so far, used ones included. */
  'invitations.limitation': { input: z.object({}), output: envelope(z.number()) },
  'invitations.create': {
    input: z.object({ TOTPCode: z.string().optional() }),
    output: envelope(z.string()),
  },
  'invitations.use': { input: z.object({ code: z.string().trim().min(1).max(100) }), output: done },
} as const satisfies Record<string, Call>
