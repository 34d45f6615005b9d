/** People as other people may see them: never an address of theirs, never a password. */
import { sql } from 'kysely'
import { z } from 'zod'
import { socialLink, type ProfileUser, type PublicUser } from '../../contract/shapes.ts'
import type { Storage } from './open.ts'
import type { UserRow } from './schema.ts'

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
 * Those of the ids that are people, in no order.
 * @param viewerId who reads them: their own profile is whole
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

/** One person by id or by handle, whose letters may be large or small. @param viewerId as above */
export async function profileByName(
  { db }: Storage,
  idOrHandle: string,
  viewerId: string | null,
): Promise<ProfileUser | null> {
  const row = await db
    .selectFrom('user')
    .select(publicColumns)
    .where((is) => is.or([is('id', '=', idOrHandle), is(sql`lower(handle)`, '=', idOrHandle.toLowerCase())]))
    .limit(1)
    .executeTakeFirst()
  return row ? profileFor(viewerId, row) : null
}

/** Clients need a time, and this one says nothing. */
const NO_TIME = new Date(0).toISOString()

/**
 * What anybody may see of a user. Whether the address is confirmed, and when the account was made or changed, is nobody
 * else's business: those fields stand in `ownProfile` alone.
 */
export function toPublicUser(row: Omit<PublicColumns, 'bio' | 'website' | 'socialLinks'>): PublicUser {
  return {
    id: row.id,
    name: row.name,
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

/** Where a user is found elsewhere, stored as JSON text, as an object. Links stored before they were checked are left out. */
export function readLinks(stored: unknown): Record<string, string> | null {
  if (typeof stored !== 'string') return null
  const links = z.record(z.string(), z.string()).safeParse(JSON.parse(stored))
  if (!links.success) return null
  return Object.fromEntries(
    Object.entries(links.data).filter(([, link]) => socialLink.safeParse(link).success),
  )
}

/** When somebody made the account, in ms since 1970. */
export async function joinedAt({ db }: Storage, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select('createdAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return new Date(row.createdAt).getTime()
}
