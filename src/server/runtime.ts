/** Requirements on the Node that runs the server. */
import { DatabaseSync } from 'node:sqlite'

/**
 * V8's flags on the command line of each command that starts a server or a worker: at most 16 MB for each semi-space of the
 * young generation, an old generation that may double (not grow fourfold) until it is collected, and `gc` for
 * release-memory.ts.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100', '--expose-gc']

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
