/** Rehearses a restore: into a new database beside the backup, which is removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openAsItIs } from '../storage/open.ts'
import { createMigrate } from './migrate.ts'
import { restore } from './restore.ts'

/** @returns the restored rows @throws Error with a readable message when the backup cannot be restored */
export async function rehearse(path: string): Promise<number> {
  const folder = mkdtempSync(join(dirname(path), '.rehearsal-'))
  try {
    const storage = openAsItIs({ url: '', dir: folder })
    try {
      return await restore(storage, folder, path, await createMigrate())
    } finally {
      await storage.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
