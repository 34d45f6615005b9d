/** Whose database this is, and other users. */
import { deepEqual } from '../../../core/deep-equal.ts'
import type { LocalUser } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { fromRow, toRow, type Columns } from '../row-shape.ts'
import { tables, type Db, type Schema } from '../schema.ts'

const columns: Columns = {
  id: 'plain',
  email: 'plain',
  handle: 'plain',
  name: 'plain',
  image: 'plain',
  emailVerified: 'flag',
  bio: 'plain',
  website: 'plain',
  socialLinks: 'json',
}

export const user: Handlers<'user.take' | 'user.get' | 'users.put' | 'users.get'> = {
  'user.take': async (db, { id, row }) => {
    const before = await storedUser(db)
    const wiped = before !== undefined && before.id !== id
    if (wiped) await emptied(db)
    const values = { ...toRow(columns, 'isMe', { ...row, id }), isMe: 1 } as unknown as Schema['users']
    if (deepEqual(before, values)) return { wiped }
    await db
      .insertInto('users')
      .values(values)
      .onConflict((on) => on.column('id').doUpdateSet(values))
      .execute()
    return { wiped }
  },
  'user.get': async (db) => {
    const row = await storedUser(db)
    return row ? { id: row.id, row: fromRow(columns, row) } : null
  },
  'users.put': async (db, users) => {
    const own = await storedUser(db)
    const stored = new Map(
      (
        await usersOf(
          db,
          users.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    for (const one of users) {
      const values = { ...toRow(columns, null, one), isMe: 0 } as unknown as Schema['users']
      if (one.id === own?.id || deepEqual(stored.get(one.id), values)) continue
      await db
        .insertInto('users')
        .values(values)
        .onConflict((on) => on.column('id').doUpdateSet(values))
        .execute()
    }
  },
  'users.get': async (db, ids) =>
    (await usersOf(db, ids)).map((row) => {
      const { id, name, handle, image, bio, website, socialLinks } = fromRow(columns, row)
      return { id, name, handle, image, bio, website, socialLinks } as LocalUser
    }),
}

/** @param ids at most 500, the bound of a call for profiles */
const usersOf = (db: Db, ids: readonly string[]) =>
  db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
/** Whose database this is. */
export const storedUser = (db: Db) =>
  db.selectFrom('users').selectAll().where('isMe', '=', 1).executeTakeFirst()

async function emptied(db: Db): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute()
}
