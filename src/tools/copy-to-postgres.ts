/** `npm run copy-to-postgres`: the SQLite database of DATA_DIR into the empty PostgreSQL of DATABASE_URL; see src/server/backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase } from '../server/backup/copy.ts'
import { createMigrate } from '../server/backup/migrate.ts'
import { lockFolder } from '../server/lock.ts'
import { openAsItIs } from '../server/storage/open.ts'
import { program } from './program.ts'

await program(async ({ DATABASE_URL, DATA_DIR }) => {
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the target PostgreSQL database.')
  if (!existsSync(join(DATA_DIR, 'lectern.sqlite'))) throw new Error(`There is no database in ${DATA_DIR}.`)
  // Writes of a running server would be lost with the old database.
  const unlock = lockFolder(DATA_DIR)
  const from = openAsItIs({ url: '', dir: DATA_DIR })
  const to = openAsItIs({ url: DATABASE_URL, dir: DATA_DIR })
  try {
    const migrate = await createMigrate()
    await migrate(from, null)
    await migrate(to, null)
    const copied = [...(await copyDatabase(from, to)).values()].reduce((sum, { rows }) => sum + rows, 0)
    return `${copied} rows were copied and read back. Start Lectern with this DATABASE_URL and the same DATA_DIR.`
  } finally {
    await Promise.all([from.close(), to.close()])
    unlock()
  }
})
