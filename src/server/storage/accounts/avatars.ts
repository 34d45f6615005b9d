/** Uploaded pictures of users. They are public to anyone with the address. */
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

export async function avatarOf({ db }: Storage, id: string): Promise<Avatar | undefined> {
  return db.selectFrom('avatars').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
}
