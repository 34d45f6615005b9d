/**
 * Entry point of the process that makes a nightly backup and rehearses its restore: both keep a processor busy, and the
 * server must respond meanwhile. Writes its result as one line of JSON.
 */
import { statSync } from 'node:fs'
import { readConfig } from '../config.ts'
import { openAsItIs } from '../storage/open.ts'
import { backup } from './backup.ts'
import type { MadeBackup } from './nightly.ts'
import { rehearse } from './rehearse.ts'

const [path = ''] = process.argv.slice(2)
const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
const result = await make().catch((error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
}))
process.stdout.write(JSON.stringify(result satisfies MadeBackup))

async function make(): Promise<MadeBackup> {
  const storage = openAsItIs({ url: DATABASE_URL, dir: DATA_DIR })
  try {
    const { rows } = await backup(storage, DATA_DIR, path, Date.now())
    const restored = await rehearse(path)
    const message = restored === rows ? null : `${restored} rows were restored of ${rows}.`
    return { message, rows, bytes: statSync(path).size }
  } finally {
    await storage.close()
  }
}
