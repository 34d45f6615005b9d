import { z } from 'zod'
import { imageProxy } from './pictures.ts'
import { isoTime } from './shapes.ts'
import type { Call } from './call.ts'

export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  handle: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  twoFactorEnabled: z.boolean().nullable(),
  socialLinks: z.record(z.string(), z.string()).nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  deleted: z.boolean().nullable(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const session = z.object({
  id: z.string(),
  userId: z.string(),
  token: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  expiresAt: isoTime,
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
})

/** Whoami. `null` when signed out (client-facts 1, rule 4). */
export const sessionAnswer = z
  .object({
    session,
    user: sessionUser,
    role: z.enum(['user', 'trial']),
    /** Ours: whether the user is an admin. */
    admin: z.boolean().optional(),
    invitation: z.unknown().optional(),
    /** Ours: which pictures are loaded through the server. */
    imageProxy: imageProxy.optional(),
  })
  .nullable()
export type SessionAnswer = z.infer<typeof sessionAnswer>

export const sessionCalls = {
  'session.get': { input: z.object({}), output: sessionAnswer, open: true },
  'session.providers': {
    input: z.object({}),
    output: z.record(
      z.string(),
      z.object({
        id: z.string(),
        name: z.string(),
        color: z.string(),
        icon: z.string(),
        icon64: z.string(),
        iconDark64: z.string().optional(),
      }),
    ),
    open: true,
  },
} as const satisfies Record<string, Call>
