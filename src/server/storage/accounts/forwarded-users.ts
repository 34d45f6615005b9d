/** Users whom a proxy has named (accounts/forwarded.ts): the address in the header belongs to an account row of its own. */
import type { Storage } from '../open.ts'

/** Of account rows whose `accountId` is the address that the proxy names. */
export const FORWARDED = 'forwarded'

/** @param email in lower case @returns the id of the user with this address from the proxy */
export async function forwardedUser({ db }: Storage, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('userId')
    .where('providerId', '=', FORWARDED)
    .where('accountId', '=', email)
    .orderBy('id')
    .executeTakeFirst()
  return row?.userId ?? null
}

/** @returns the id of the user with this address, whatever the sign-in method */
export async function userByEmail({ db }: Storage, email: string): Promise<string | null> {
  const row = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}

type Ids = { readonly newId: () => string; readonly now: () => number }

/** @returns whether the account was created: false where the address is taken */
export async function createForwardedUser(storage: Storage, email: string, ids: Ids): Promise<boolean> {
  const id = ids.newId()
  const at = timeFor(storage, ids.now())
  return storage.db.transaction().execute(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('user')
      .values({
        id,
        name: email.slice(0, email.indexOf('@')),
        email,
        emailVerified: storage.kind === 'sqlite' ? 1 : true,
        image: null,
        createdAt: at,
        updatedAt: at,
        handle: null,
        bio: null,
        website: null,
        socialLinks: null,
        role: 'user',
        admin: storage.kind === 'sqlite' ? 0 : false,
        deleted: null,
      })
      .onConflict((on) => on.column('email').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    await linkForwardedUser({ ...storage, db }, { email, userId: id }, ids)
    return true
  })
}

export async function linkForwardedUser(
  storage: Pick<Storage, 'db' | 'kind'>,
  { email, userId }: { readonly email: string; readonly userId: string },
  ids: Ids,
): Promise<void> {
  const at = timeFor(storage, ids.now())
  await storage.db
    .insertInto('account')
    .values({
      id: ids.newId(),
      accountId: email,
      providerId: FORWARDED,
      userId,
      idToken: null,
      password: null,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
}

const timeFor = ({ kind }: Pick<Storage, 'kind'>, ms: number): string | Date =>
  kind === 'sqlite' ? new Date(ms).toISOString() : new Date(ms)
