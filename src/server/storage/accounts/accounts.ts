/** The sign-in methods of a user: a password, and identity providers. */
import { z } from 'zod'
import { FORWARDED } from './forwarded-users.ts'
import { idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'
import type { AccountRow } from '../schema.ts'

/** wire-contract 3, get-account-info. */
export type AccountInfo = {
  readonly id: string
  readonly provider: string
  readonly accountId: string
  readonly profile?: {
    readonly id: string
    readonly name?: string
    readonly email: string | null
    readonly image?: string
    readonly emailVerified: boolean
  }
}

const claims = z.object({
  name: z.string().optional(),
  email: z.string().nullable().default(null),
  picture: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).default(false),
})

/** A user's accounts, the oldest first. Without tokens, and without sign-in by a proxy. */
export async function accountsOf({ db }: Storage, userId: string): Promise<AccountInfo[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'accountId', 'providerId', 'idToken'])
    .where('userId', '=', userId)
    .where('providerId', '<>', FORWARDED)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    provider: row.providerId,
    accountId: row.accountId,
    ...(row.providerId === 'credential' ? {} : { profile: profileOf(row) }),
  }))
}

/** A user's account rows, of all sign-in methods. */
export const providersOfUser = ({ db }: Storage, userId: string) =>
  db.selectFrom('account').select(['id', 'providerId']).where('userId', '=', userId).execute()

/** The sign-in methods of all enabled admins. */
export async function providersOfAdmins({ db }: Storage): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['account.providerId', 'user.deleted'])
    .where('user.admin', '=', true)
    .execute()
  return rows.filter(({ deleted }) => !deleted).map(({ providerId }) => providerId)
}

/** The hash of a user's password, in better-auth's form; null for users who have none. */
export async function passwordHashOf({ db }: Storage, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** The provider's claims at the last sign-in. They were verified then, so they are only decoded here. */
function profileOf({ accountId, idToken }: Pick<AccountRow, 'accountId' | 'idToken'>) {
  const parsed = claims.safeParse(idToken === null ? {} : payloadOf(idToken))
  const { name, email, picture, email_verified } = parsed.data ?? claims.parse({})
  return {
    id: accountId,
    ...(name === undefined ? {} : { name }),
    email,
    ...(picture === undefined ? {} : { image: picture }),
    emailVerified: email_verified === true || email_verified === 'true',
  }
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return {}
  }
}

/** Which of some sessions, by id, exist, have not expired and belong to an existing user. @param now ms since 1970 */
export async function goodSessions(
  { db, kind }: Storage,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const time = new Date(now)
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'user.deleted'])
    .where('session.id', 'in', idList(kind, ids))
    .where('session.expiresAt', '>', kind === 'sqlite' ? time.toISOString() : time)
    .execute()
  return new Set(rows.filter(({ deleted }) => !deleted).map(({ id }) => id))
}
