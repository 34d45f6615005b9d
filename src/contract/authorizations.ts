/** Authorizing a program in the browser: the authorization code grant of OAuth 2.1, whose token is an app password. */
import { z } from 'zod'
import { tokenLimit, tokenScopeList } from './app-passwords.ts'
import type { Call } from './call.ts'
import { proof } from './proof.ts'
import { envelope } from './shapes.ts'
import { tokenScopes } from './token-scopes.ts'

/** The parameters with which a program opens the page /authorize (RFC 6749 4.1.1, RFC 7636 4.3). */
const request = z.object({
  responseType: z.literal('code'),
  /** From `/oauth/register`. */
  clientId: z.string().min(1).max(4000),
  redirectUri: z.string().min(1).max(2000),
  codeChallenge: z.string().regex(/^[\w-]{43}$/),
  codeChallengeMethod: z.literal('S256'),
  state: z.string().max(2000).optional(),
})
export type AuthorizationRequest = z.infer<typeof request>

export const authorizationsCalls = {
  'authorizations.get': {
    /** `scope`: names separated by spaces; unknown ones are left out. */
    input: request.extend({ scope: z.string().max(500).optional() }),
    output: envelope(
      z.object({
        /** The name that the program gave itself, unchecked. */
        name: z.string(),
        /** Where the user is sent next, such as `127.0.0.1` for a program on the same machine. */
        host: z.string(),
        scopes: z.array(z.enum(tokenScopes)),
        /** Where the browser goes when the user refuses. */
        refusedAddress: z.string(),
      }),
    ),
  },
  'authorizations.create': {
    /** Requires a proof, as `appPasswords.create` does. */
    input: request.extend({ scopes: tokenScopeList, limit: tokenLimit.optional(), ...proof.shape }),
    /** Where the browser goes next, with a code that `/oauth/token` takes once within ten minutes. */
    output: envelope(z.object({ address: z.string() })),
    broadcast: false,
  },
} satisfies Record<string, Call>
