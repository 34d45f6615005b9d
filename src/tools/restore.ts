/** `npm run restore -- FILE`: fills an empty database, of either engine, from a backup; see src/server/backup. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMigrate } from '../server/backup/migrate.ts'
import { moveFiles, restore } from '../server/backup/restore.ts'
import { tablesOf } from '../server/backup/tables.ts'
import { isInUse } from '../server/backup/write.ts'
import { lockFolder } from '../server/lock.ts'
import { openAsItIs } from '../server/storage/open.ts'
import { program } from './program.ts'

await program(async ({ DATABASE_URL, DATA_DIR }, [path]) => {
  if (!path || !existsSync(path)) throw new Error('Name the backup: npm run restore -- FILE')
  const migrate = await createMigrate()
  const into = async (url: string, dir: string): Promise<number> => {
    const storage = openAsItIs({ url, dir })
    try {
      return await restore(storage, DATA_DIR, path, migrate)
    } finally {
      await storage.close()
    }
  }
  if (DATABASE_URL) return message(await into(DATABASE_URL, DATA_DIR))
  const unlock = lockFolder(DATA_DIR)
  try {
    await refuseUsed(DATA_DIR)
    return message(await moveFiles(DATA_DIR, (folder) => into('', folder)))
  } finally {
    unlock()
  }
})

function message(rows: number): string {
  return `${rows} rows were restored and read back. Start Lectern.`
}

async function refuseUsed(dir: string): Promise<void> {
  if (!existsSync(join(dir, 'lectern.sqlite'))) return
  const storage = openAsItIs({ url: '', dir })
  try {
    if (await isInUse(storage, await tablesOf(storage)))
      throw new Error(`The database in ${dir} already contains data. Set DATA_DIR to an empty folder.`)
  } finally {
    await storage.close()
  }
}
