/** Enforces proof-rules.ts before better-auth's own calls. */
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { proof } from '../../contract/proof.ts'
import type { Storage } from '../storage/open.ts'
import type { DemandCode } from './codes.ts'
import type { Passwords } from './passwords.ts'
import { requireProof } from './proof.ts'
import { proofRules, type ProvedCall } from './proof-rules.ts'
import { asSignInError } from './sign-in-error.ts'
import { BEARER_HEADER } from './session.ts'

type Deps = {
  readonly storage: Storage
  readonly passwords: Passwords
  readonly now: () => number
  readonly codes: (userId: string) => DemandCode
}

export const proofHook = ({ storage, passwords, now, codes }: Deps) => ({
  matcher: ({ path = '' }: { readonly path?: string }) => path in proofRules,
  handler: createAuthMiddleware(async (context) => {
    const current = await getSessionFromCtx(context)
    // Without a session the call itself refuses.
    if (!current) return
    const { user, session } = current
    await requireProof({ storage, passwords, now, demandCode: codes(user.id) }, context.path as ProvedCall, {
      userId: user.id,
      signedInAt: new Date(session.createdAt).getTime(),
      isBearer: context.headers?.has(BEARER_HEADER) ?? false,
      proof: proof.catch({}).parse(context.body),
    }).catch(asSignInError)
  }),
})
