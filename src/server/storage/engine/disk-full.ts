/** Distinguishes a full disk from a broken database. */

/** SQLite reports FULL for a full disk, and an I/O error on write for a quota or a system limit. */
const SQLITE_FULL = 13
const SQLITE_IOERR = 10
const WRITING = [3, 4, 6, 19].map((kind) => SQLITE_IOERR | (kind << 8))
/** PostgreSQL: disk_full. */
const POSTGRES_FULL = '53100'

/** True for an error caused by a full disk. Follows the chain of causes. */
export function diskFull(error: unknown, depth = 3): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (code === POSTGRES_FULL || code === 'ENOSPC' || code === 'EDQUOT') return true
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number')
    return (errcode & 0xff) === SQLITE_FULL || WRITING.includes(errcode)
  return diskFull(error.cause, depth - 1)
}
