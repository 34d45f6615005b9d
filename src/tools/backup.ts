/** `npm run backup -- FILE`: the whole database in one file, also while servers run; see src/server/backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from '../server/backup/backup.ts'
import { openAsItIs } from '../server/storage/open.ts'
import { program } from './program.ts'

await program(async ({ DATABASE_URL, DATA_DIR }, [given]) => {
  const path = given ?? `lectern-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`
  if (existsSync(path)) throw new Error(`${path} is there already.`)
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'lectern.sqlite')))
    throw new Error(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL.`)
  const storage = openAsItIs({ url: DATABASE_URL, dir: DATA_DIR })
  try {
    const { tables, rows, files } = await backup(storage, DATA_DIR, path, Date.now())
    return `${path} holds ${rows} rows of ${tables} tables and ${files} files, and was read back.`
  } finally {
    await storage.close()
  }
})
