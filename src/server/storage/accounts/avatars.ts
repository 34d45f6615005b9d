/** Uploaded pictures of users. They are public to anyone with the address. */
import { sql } from 'kysely'
import type { Storage } from '../open.ts'

export type Avatar = { readonly type: string; readonly bytes: Uint8Array }

/** Stores a picture; the user's older ones are deleted, except the current one until the profile is saved. */
export async function addAvatar(
  { db }: Storage,
  row: Avatar & { readonly id: string; readonly userId: string; readonly createdAt: number },
): Promise<void> {
  const { userId } = row
  await db.transaction().execute(async (on) => {
    const { image } = await on
      .selectFrom('user')
      .select('image')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const inUse = image?.split('/').at(-1) ?? ''
    await on.deleteFrom('avatars').where('userId', '=', userId).where('id', '<>', inUse).execute()
    await on.insertInto('avatars').values(row).execute()
  })
}

/** The uploaded picture that a user's profile has. */
export const ownAvatar = ({ db }: Storage, userId: string): Promise<Avatar | undefined> =>
  db
    .selectFrom('avatars as a')
    .innerJoin('user as u', 'u.id', 'a.userId')
    .select(['a.type', 'a.bytes'])
    .where('u.id', '=', userId)
    .where(sql<boolean>`${sql.ref('u.image')} like '%/avatars/' || ${sql.ref('a.id')}`)
    .executeTakeFirst()

export async function avatarOf({ db }: Storage, id: string): Promise<Avatar | undefined> {
  return db.selectFrom('avatars').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
}
