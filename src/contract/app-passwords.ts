import { z } from 'zod'
import { proof } from './proof.ts'
import { done, envelope, isoTime } from './shapes.ts'
import type { Call } from './call.ts'

/**
 * A password for one other reader, which speaks the Google Reader or the Fever protocol. The reader is told the address of
 * this server (FreshRSS kinds: `/api/greader.php` or `/api/fever.php` below it), `username` and the password.
 */
export const appPassword = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  createdAt: isoTime,
  /** To the hour; null before a reader has used it. */
  usedAt: isoTime.nullable(),
})
export type AppPassword = z.infer<typeof appPassword>

export const appPasswordsCalls = {
  'appPasswords.list': { input: z.object({}), output: envelope(z.array(appPassword)) },
  'appPasswords.create': {
    /** Asks for a proof: it opens the account for good. */
    input: z.object({ name: z.string().trim().min(1).max(50), ...proof.shape }),
    /** The password is told this once: only a hash of it is kept. */
    output: envelope(appPassword.extend({ password: z.string() })),
  },
  /** A reader that uses it is signed out at once. */
  'appPasswords.delete': { input: z.object({ id: z.string() }), output: done },
} as const satisfies Record<string, Call>
