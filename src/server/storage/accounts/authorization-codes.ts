/** Codes that programs exchange for an app password, as hashes. */
import type { Storage } from '../open.ts'
import type { AuthorizationCodeRow } from '../schema.ts'

export async function addAuthorizationCode({ db }: Storage, row: AuthorizationCodeRow): Promise<void> {
  await db.insertInto('authorizationCodes').values(row).execute()
}

/** Deletes a code, so that it is used once. @returns its data */
export const takeAuthorizationCode = (
  { db }: Storage,
  hash: string,
): Promise<AuthorizationCodeRow | undefined> =>
  db.deleteFrom('authorizationCodes').where('hash', '=', hash).returningAll().executeTakeFirst()
