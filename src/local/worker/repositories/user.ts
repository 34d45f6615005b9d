/** Whose database this is. */
import { deepEqual } from '../../../core/deep-equal.ts'
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

export const user: Handlers<'user.take' | 'user.get'> = {
  'user.take': async (db, { id, row }) => {
    const before = await me(db)
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
    const row = await me(db)
    return row ? { id: row.id, row: fromRow(columns, row) } : null
  },
}

const me = (db: Db) => db.selectFrom('users').selectAll().where('isMe', '=', 1).executeTakeFirst()

async function emptied(db: Db): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute()
}
