/** Requirements on the Node that runs the server. */
import { DatabaseSync } from 'node:sqlite'

/**
 * MB for each semi-space of V8's young generation. V8 would double it once more in a long crawl, which saves no
 * time: 1,000 new feeds then took 60 MB more than 500. Set on the command line of each command that starts a
 * server or a worker.
 */
export const YOUNG = '--max-semi-space-size=32'

const NODE = '24.16.0'
/** Older versions can lose a commit when the write-ahead log restarts (WAL-reset bug, fixed in 3.51.3). */
const SQLITE = '3.51.3'

/** @returns what to install, as a message, or null when all requirements are met */
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

function older(version: string, required: string): boolean {
  return version.localeCompare(required, 'en', { numeric: true }) < 0
}
