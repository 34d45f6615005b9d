/** What the server needs of the Node that runs it. */
import { DatabaseSync } from 'node:sqlite'

const NODE = '24.16.0'
/** Older ones can lose a commit when the write-ahead log starts over (WAL-reset bug, cured in 3.51.3). */
const SQLITE = '3.51.3'

/** @returns what to install, in words, or null when all is well */
export function missingRuntime(
  node: string = process.versions.node,
  sqlite: string = sqliteVersion(),
): string | null {
  if (older(node, NODE))
    return `Lectern needs Node ${NODE} or newer, this is ${node}. Get one from https://nodejs.org and start again.`
  if (older(sqlite, SQLITE))
    return `Lectern needs SQLite ${SQLITE} or newer, this Node brings ${sqlite}. Install the newest Node 24 and start again.`
  return null
}

function sqliteVersion(): string {
  const db = new DatabaseSync(':memory:')
  const row = db.prepare('select sqlite_version() as version').get()
  db.close()
  return String(row?.version)
}

function older(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) < 0
}
