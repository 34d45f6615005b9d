/** Invitation codes: their creators and their users. */
import type { Kysely } from 'kysely'
import type { Storage } from '../open.ts'
import type { InvitationRow, Schema } from '../schema.ts'

/** A reserved code of an abandoned sign-up is free again after this. */
const RESERVATION_MS = 600_000

/** The codes of a user, newest first, with the names of the invited users. */
export function invitationsOf({ db }: Storage, userId: string) {
  return db
    .selectFrom('invitations')
    .leftJoin('user', 'user.id', 'invitations.toUserId')
    .selectAll('invitations')
    .select(['user.id as guestId', 'user.name as guestName', 'user.image as guestImage'])
    .where('fromUserId', '=', userId)
    .orderBy('invitations.createdAt', 'desc')
    .orderBy('code')
    .execute()
}

export async function countInvitations(db: Kysely<Schema>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('fromUserId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** @returns false when the code exists */
export async function addInvitation(
  db: Kysely<Schema>,
  options: Pick<InvitationRow, 'code' | 'fromUserId' | 'createdAt' | 'hash'>,
): Promise<boolean> {
  const added = await db
    .insertInto('invitations')
    .values({ ...options, usedAt: null, toUserId: null })
    .onConflict((on) => on.column('code').doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0) > 0
}

export const invitationByHash = ({ db }: Storage, hash: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitations').selectAll().where('hash', '=', hash).executeTakeFirst()

export const invitationByCode = (db: Kysely<Schema>, code: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitations').selectAll().where('code', '=', code).executeTakeFirst()

/** Reserves a code during a sign-up. @param now ms since 1970 @returns false when it is not free */
export async function reserveInvitation({ db }: Storage, code: string, now: number): Promise<boolean> {
  const reserved = await db
    .updateTable('invitations')
    .set({ usedAt: now })
    .where('code', '=', code)
    .where('toUserId', 'is', null)
    .where((is) => is.or([is('usedAt', 'is', null), is('usedAt', '<', now - RESERVATION_MS)]))
    .executeTakeFirst()
  return reserved.numUpdatedRows > 0n
}

/** Ends a reservation: assigns the code to the new user, or releases it. */
export async function completeInvitation(
  { db }: Storage,
  code: string,
  toUserId: string | null,
): Promise<void> {
  const usedBy = toUserId === null ? { usedAt: null } : { toUserId }
  await db
    .updateTable('invitations')
    .set(usedBy)
    .where('code', '=', code)
    .where('toUserId', 'is', null)
    .execute()
}

/** Ends a user's trial by a single-use code. @returns false when the code is not free */
export function useInvitation({ db }: Storage, code: string, userId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (on) => {
    const used = await on
      .updateTable('invitations')
      .set({ usedAt: now, toUserId: userId })
      .where('code', '=', code)
      .where('toUserId', 'is', null)
      .where((is) => is.or([is('usedAt', 'is', null), is('usedAt', '<', now - RESERVATION_MS)]))
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) return false
    await on.updateTable('user').set({ role: 'user' }).where('id', '=', userId).execute()
    return true
  })
}
