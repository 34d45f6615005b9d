/** What the server needs of the Node that runs it. */
import { DatabaseSync } from 'node:sqlite'

/**
 * MB for each half of what is new in the server's memory. The engine would double it once more in a long crawl, which
 * gains no time: 1,000 new feeds then took 60 MB more than 500. It is asked for where the engine starts, in each of the
 * commands that start a server or a worker.
 */
export const YOUNG = '--max-semi-space-size=32'

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
