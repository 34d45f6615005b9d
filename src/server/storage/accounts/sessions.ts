/** Session queries besides better-auth's. Tokens are hashes here (accounts/hashed-sessions.ts). */
import type { Storage } from '../open.ts'

/** Ends a user's session. @param which its id, or the hash of its token */
export async function removeSession(
  { db }: Storage,
  userId: string,
  which: { readonly id: string; readonly hash: string },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where((is) => is.or([is('id', '=', which.id), is('token', '=', which.hash)]))
    .execute()
}

/** Ends all of a user's sessions but one. */
export async function removeOtherSessions({ db }: Storage, userId: string, currentId: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userId).where('id', '<>', currentId).execute()
}
