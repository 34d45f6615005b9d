import type { TokenLimit } from '../../contract/app-passwords.ts'
import type { TokenScope } from '../../contract/token-scopes.ts'
import { hashesOf, newPassword } from '../client-apis/shared/password.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { addAppPassword, countAppPasswords } from '../storage/accounts/app-passwords.ts'
import type { AppPasswordRow } from '../storage/schema.ts'
import type { Storage } from '../storage/open.ts'

/** Maximum of app passwords per user; more indicates misuse. */
const MOST = 50

type NewToken = {
  readonly userId: string
  readonly name: string
  readonly scopes?: readonly TokenScope[] | undefined
  readonly limit?: TokenLimit | undefined
}
export type CreatedToken = Omit<AppPasswordRow, 'hash' | 'feverHash'> & { readonly password: string }

/** @throws Refusal invalidParameter: a limit needs scopes, and its holder could move feeds into a folder */
export function requireLimitable({ scopes, limit }: Pick<NewToken, 'scopes' | 'limit'>): void {
  if (limit && (!scopes || scopes.includes('manage')))
    throw new Refusal('invalidParameter', 'limit: needs scopes, without "manage"')
}

/** @throws Refusal unprocessable at the maximum number per user */
export async function requireRoomForToken(storage: Storage, userId: string): Promise<void> {
  if ((await countAppPasswords(storage, userId)) >= MOST)
    throw new Refusal('unprocessable', `There are ${MOST} app passwords already: delete one first.`)
}

/** Creates an app password. @throws Refusal as the two above */
export async function createToken(
  { storage, now, newId }: Pick<Services, 'storage' | 'now' | 'newId'>,
  { userId, name, scopes, limit }: NewToken,
): Promise<CreatedToken> {
  requireLimitable({ scopes, limit })
  await requireRoomForToken(storage, userId)
  const owner = storage.db.selectFrom('user').select('email').where('id', '=', userId)
  const username = (await owner.executeTakeFirstOrThrow()).email.toLowerCase()
  const password = newPassword()
  const row = {
    id: newId(),
    userId,
    name,
    username,
    scopes: scopes ? JSON.stringify([...new Set(scopes)]) : null,
    limit: limit ? JSON.stringify(limit) : null,
    createdAt: now(),
    usedAt: null,
  }
  await addAppPassword(storage, { ...row, ...hashesOf(username, password) })
  return { ...row, password }
}
