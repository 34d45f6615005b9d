import { z } from 'zod'

/**
 * What a user adds to a call that could give the account away: the code where a second factor is on, the password
 * otherwise. A call without it is refused with twoFactorCodeRequired, passwordRequired or, for users who have neither,
 * recentSignInRequired.
 */
export const proof = z.object({
  password: z.string().max(128).optional(),
  TOTPCode: z.string().max(32).optional(),
})
export type Proof = z.infer<typeof proof>
