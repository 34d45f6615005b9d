import { z } from 'zod'
import { proof } from './proof.ts'
import { done, envelope, isoTime } from './shapes.ts'
import type { Call } from './call.ts'
import { tokenScopes } from './token-scopes.ts'

/** What a password may do; at least one thing. */
export const tokenScopeList = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

/**
 * Feeds that a password is limited to: followed feeds by id, and all feeds of some folders, also those that are moved
 * there later. Inboxes and feeds of lists are not among them.
 */
export const tokenLimit = z.object({
  folders: z.array(z.string().min(1).max(200)).max(100),
  feeds: z.array(z.string().min(1).max(32)).max(500),
})
export type TokenLimit = z.infer<typeof tokenLimit>

/**
 * A password for one other reader, which speaks the Google Reader or the Fever protocol, or for a program. The reader
 * needs the address of this server (FreshRSS kinds: `/api/greader.php` or `/api/fever.php` below it), `username` and the
 * password. A program sends the password as a bearer token with the calls of this contract.
 */
const appPassword = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** What it may do (token-scopes.ts). Null: all of Google Reader and Fever, and no call of this contract. */
  scopes: tokenScopeList.nullable(),
  /** Null: all feeds. */
  limit: tokenLimit.nullable(),
  createdAt: isoTime,
  /** To the hour; null before a reader has used it. */
  usedAt: isoTime.nullable(),
})
export type AppPassword = z.infer<typeof appPassword>

export const appPasswordsCalls = {
  'appPasswords.list': { input: z.object({}), output: envelope(z.array(appPassword)) },
  'appPasswords.create': {
    /** Requires a proof: it gives lasting access to the account. */
    input: z.object({
      name: z.string().trim().min(1).max(50),
      scopes: tokenScopeList.optional(),
      /** Needs scopes, and none of them may be `manage`: its holder could move feeds into a folder. */
      limit: tokenLimit.optional(),
      ...proof.shape,
    }),
    /** The password is sent only this once: only a hash of it is stored. */
    output: envelope(
      appPassword.extend({
        password: z.string(),
        /** The key that clients of Fever make of both: `md5(username:password)`. Browsers have no MD5. */
        feverKey: z.string(),
      }),
    ),
  },
  /** A reader that uses it is signed out at once. */
  'appPasswords.delete': { input: z.object({ id: z.string() }), output: done },
} as const satisfies Record<string, Call>
