/** Opens SQLite on the files as they must be opened. */
import type { Database } from 'sql.js'

/**
 * Exclusive locking stands before WAL: only then does SQLite keep the WAL's index in its own memory. Otherwise it would
 * quietly use a shared file that does not outlive the tab, and say `wal` all the same, hence both answers are checked.
 * @throws what SQLite says, e.g. "file is not a database"
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
