/** Sets the pragmas that the files need. */
import type { Database } from 'sql.js'

/**
 * Exclusive locking is set before WAL: only then does SQLite hold the WAL's index in its own memory. Otherwise it would
 * use a shared file that does not outlive the tab, and still report `wal`, hence both results are checked.
 * @throws SQLite's error, e.g. "file is not a database"
 */
export function configure(raw: Database): void {
  raw.exec('pragma page_size=4096')
  const locking = answer(raw, 'pragma locking_mode=EXCLUSIVE')
  const journal = answer(raw, 'pragma journal_mode=WAL')
  if (locking !== 'exclusive' || journal !== 'wal')
    throw new Error(`SQLite refused its mode: ${locking}, ${journal}`)
  // NORMAL loses no commit to a killed tab or browser. A power cut can take the last ones; the outbox has a file
  // of its own that is flushed.
  raw.exec(
    'pragma synchronous=NORMAL; pragma temp_store=MEMORY; pragma cache_size=-16000; pragma wal_autocheckpoint=2000',
  )
}

export const answer = (raw: Database, query: string): unknown => raw.exec(query)[0]?.values[0]?.[0]
