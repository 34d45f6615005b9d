/** Public data of users: never their address, never a password. */
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { visibleName } from '../../../core/visible-name.ts'
import { socialLink, type ProfileUser, type PublicUser } from '../../../contract/shapes.ts'
import type { Storage } from '../open.ts'
import type { UserRow } from '../schema.ts'

const publicColumns = [
  'id',
  'name',
  'image',
  'handle',
  'emailVerified',
  'createdAt',
  'updatedAt',
  'deleted',
  'bio',
  'website',
  'socialLinks',
] as const
type PublicColumns = Pick<UserRow, (typeof publicColumns)[number]>

/**
 * The existing users among the ids, in no order.
 * @param viewerId the requesting user: their own profile is complete
 */
export async function profilesByIds(
  { db }: Storage,
  ids: readonly string[],
  viewerId: string | null = null,
): Promise<ProfileUser[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('user').select(publicColumns).where('id', 'in', ids).execute()
  return rows.map((row) => profileFor(viewerId, row))
}

/** True of a user whose account an admin has disabled. @param userId a column or a value */
export const isDisabledUser = (userId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from "user" du where du.id = ${userId} and du.deleted = true)`

/** Whether an admin has disabled the account: its background work stops. */
export async function isDisabled({ db }: Pick<Storage, 'db'>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('deleted').where('id', '=', userId).executeTakeFirst()
  return Boolean(row?.deleted)
}

/** null for an account that is disabled, or that there is not. */
export async function activeAccount(
  { db }: Storage,
  userId: string,
): Promise<{ id: string; role: 'user' | 'trial' } | null> {
  const row = await db
    .selectFrom('user')
    .select(['role', 'deleted'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && !row.deleted ? { id: userId, role: row.role === 'trial' ? 'trial' : 'user' } : null
}

/** One user by id or by handle, case-insensitively; none whose account is disabled. @param viewerId as above */
export async function profileByName(
  { db }: Storage,
  idOrHandle: string,
  viewerId: string | null,
): Promise<ProfileUser | null> {
  const row = await db
    .selectFrom('user')
    .select(publicColumns)
    .where((is) => is.or([is('id', '=', idOrHandle), is(sql`lower(handle)`, '=', idOrHandle.toLowerCase())]))
    .where(sql<boolean>`not ${isDisabledUser(sql.ref('user.id'))}`)
    .limit(1)
    .executeTakeFirst()
  return row ? profileFor(viewerId, row) : null
}

/** Clients require a time; this one reveals nothing. */
const NO_TIME = new Date(0).toISOString()

/**
 * The public fields of a user. Whether the address is confirmed, and when the account was created or changed, is
 * private: those fields are in `ownProfile` alone.
 */
export function toPublicUser(row: Omit<PublicColumns, 'bio' | 'website' | 'socialLinks'>): PublicUser {
  return {
    id: row.id,
    name: row.name && visibleName(row.name),
    image: row.image,
    handle: row.handle,
    emailVerified: null,
    createdAt: NO_TIME,
    updatedAt: NO_TIME,
    suspended: false,
    deleted: Boolean(row.deleted),
  }
}

const profileFor = (viewerId: string | null, row: PublicColumns): ProfileUser =>
  row.id === viewerId ? ownProfile(row) : toProfile(row)

const ownProfile = (row: PublicColumns): ProfileUser => ({
  ...toProfile(row),
  emailVerified: Boolean(row.emailVerified),
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
})

function toProfile(row: PublicColumns): ProfileUser {
  return {
    ...toPublicUser(row),
    twoFactorEnabled: null,
    isAnonymous: null,
    bio: row.bio,
    website: row.website,
    socialLinks: readLinks(row.socialLinks),
  }
}

/** A user's links, stored as JSON text, as an object. Links stored before they were validated are omitted. */
export function readLinks(stored: unknown): Record<string, string> | null {
  if (typeof stored !== 'string') return null
  const links = z.record(z.string(), z.string()).safeParse(JSON.parse(stored))
  if (!links.success) return null
  return Object.fromEntries(
    Object.entries(links.data).filter(([, link]) => socialLink.safeParse(link).success),
  )
}

/** When the user created the account, in ms since 1970. */
export async function joinedAt({ db }: Storage, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return new Date(row.createdAt).getTime()
}

/**
 * Inside a transaction: what is counted of the user from here on is not passed by a request at the same time. The one connection that
 * writes to SQLite has one transaction at a time.
 */
export async function lockUser({ db, kind }: Pick<Storage, 'db' | 'kind'>, userId: string): Promise<void> {
  if (kind === 'postgres')
    await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
