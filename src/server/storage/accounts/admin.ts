/** Queries of administrators: users, feeds and invitations. */
import { sql } from 'kysely'
import type { AdminUser } from '../../../contract/admin.ts'
import { visibleFeed } from '../feeds/feeds-read.ts'
import { contains } from '../engine/like.ts'
import type { Storage } from '../open.ts'

const PAGE = 100
const MOST_ROWS = 200

/** True of a user whose name, address or handle contains the text. */
const named = (text: string) => contains(['user.name', 'user.email', 'user.handle'], text)

/** A page of users, by name. */
export async function adminUsers({ db }: Storage, text: string, offset: number): Promise<AdminUser[]> {
  const rows = await db
    .selectFrom('user')
    .select((eb) => [
      'user.id',
      'user.name',
      'user.email',
      'user.handle',
      'user.image',
      'user.role',
      'user.admin',
      'user.deleted',
      'user.createdAt',
      eb
        .selectFrom('session')
        .select((max) => max.fn.max<string | Date | null>('updatedAt').as('seen'))
        .whereRef('session.userId', '=', 'user.id')
        .as('seen'),
      eb
        .selectFrom('session')
        .select((all) => all.fn.countAll<number | string>().as('count'))
        .whereRef('session.userId', '=', 'user.id')
        .as('sessions'),
      eb
        .selectFrom('subscriptions')
        .select((all) => all.fn.countAll<number | string>().as('count'))
        .whereRef('subscriptions.userId', '=', 'user.id')
        .as('subscriptions'),
    ])
    .where(named(text))
    .orderBy(sql`lower("user".name)`)
    .orderBy('user.id')
    .limit(PAGE)
    .offset(offset)
    .execute()
  return rows.map(({ id, name, email, handle, image, ...row }) => ({
    id,
    name,
    email,
    handle,
    image,
    role: row.role === 'trial' ? 'trial' : 'user',
    admin: Boolean(row.admin),
    disabled: Boolean(row.deleted),
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: row.seen === null ? null : new Date(row.seen).toISOString(),
    subscriptions: Number(row.subscriptions),
    sessions: Number(row.sessions),
  }))
}

export async function countUsers({ db }: Storage, text: string): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(named(text))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const userExists = async ({ db }: Storage, id: string): Promise<boolean> =>
  (await db.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

type UserChange = {
  readonly role?: 'user' | 'trial' | undefined
  readonly admin?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** A disabled user's sessions end with it; app passwords stay, and are refused meanwhile. */
export async function updateUser(
  { db }: Storage,
  id: string,
  { role, admin, disabled }: UserChange,
): Promise<void> {
  const values = {
    ...(role === undefined ? {} : { role }),
    ...(admin === undefined ? {} : { admin }),
    ...(disabled === undefined ? {} : { deleted: disabled }),
  }
  if (Object.keys(values).length === 0) return
  await db.transaction().execute(async (on) => {
    await on.updateTable('user').set(values).where('id', '=', id).execute()
    if (disabled) await on.deleteFrom('session').where('userId', '=', id).execute()
  })
}

/** Feeds whose last fetches failed, the worst first. @param viewerId the user for whom `visible` is computed */
export async function failingFeeds({ db }: Storage, viewerId: string) {
  const rows = await db
    .selectFrom('feeds')
    .innerJoin('feedSchedule', 'feedSchedule.feedId', 'feeds.id')
    .select((eb) => [
      'id',
      'title',
      'url',
      'errorMessage',
      'failures',
      'gone',
      'followed',
      'checkedAt',
      'nextFetchAt',
      visibleFeed(sql<string>`feeds.id`, viewerId).as('visible'),
      eb
        .selectFrom('subscriptions')
        .select((all) => all.fn.countAll<number | string>().as('count'))
        .whereRef('subscriptions.feedId', '=', 'feeds.id')
        .as('subscriptions'),
    ])
    .where('inboxUserId', 'is', null)
    .where((is) => is.or([is('failures', '>', 0), is('gone', '=', 1)]))
    .orderBy('gone', 'desc')
    .orderBy('failures', 'desc')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((row) => ({
    ...row,
    visible: Boolean(row.visible),
    subscriptions: Number(row.subscriptions),
  }))
}

export function allInvitations({ db }: Storage) {
  return db
    .selectFrom('invitations')
    .leftJoin('user as maker', 'maker.id', 'invitations.fromUserId')
    .leftJoin('user as guest', 'guest.id', 'invitations.toUserId')
    .select([
      'invitations.code',
      'invitations.createdAt',
      'invitations.usedAt',
      'maker.name as from',
      'guest.name as to',
    ])
    .orderBy('invitations.createdAt', 'desc')
    .orderBy('invitations.code')
    .limit(MOST_ROWS)
    .execute()
}

/** @returns false when there is no such code, or it is used or reserved by a sign-up */
export async function removeInvitation({ db }: Storage, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('code', '=', code)
    .where('toUserId', 'is', null)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
