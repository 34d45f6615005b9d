/**
 * Starts a server once and stops it: later ones of the run find its modules compiled, and begin with a copy of its empty
 * database (tests/support/lectern.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLectern, TEMPLATE_FOLDER } from '../support/lectern.ts'

export default async function prepareServers(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-template-'))
  const lectern = await startLectern({}, { folder, postgres: '' })
  await lectern.stop()
  process.env[TEMPLATE_FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
