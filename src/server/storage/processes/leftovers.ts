/** Expired rows; deleting them only keeps tables small. */
import { sql } from 'kysely'
import { pruneHighlights } from '../entries/highlights.ts'
import { pruneLabels } from '../entries/labels.ts'
import type { Storage } from '../open.ts'

const DAY_MS = 86_400_000
/** The report of an import is rarely read after the first day. */
const IMPORT_RETENTION_MS = 30 * DAY_MS

/** A deletion can be undone for this time. */
const DELETED_RETENTION_MS = 30 * DAY_MS

/** Expired verifications and codes of both kinds, deleted labels and highlights, old sign-in counters, leases of crashed processes, reports of old imports. @param now ms since 1970 */
export async function pruneLeftovers({ db, kind }: Storage, now: number): Promise<void> {
  const time = new Date(now)
  await db
    .deleteFrom('verification')
    .where('expiresAt', '<', kind === 'sqlite' ? time.toISOString() : time)
    .execute()
  await db.deleteFrom('authorizationCodes').where('expiresAt', '<', now).execute()
  await sql`delete from "rateLimit" where "lastRequest" < ${now - DAY_MS}`.execute(db)
  await db.deleteFrom('failedAttempts').where('fullUntil', '<', now).execute()
  await db
    .deleteFrom('leases')
    .where('expiresAt', '<', now - DAY_MS)
    .execute()
  await pruneLabels({ db }, now - DELETED_RETENTION_MS)
  await pruneHighlights({ db }, now - DELETED_RETENTION_MS)
  await db
    .deleteFrom('imports')
    .where('running', '=', 0)
    .where('createdAt', '<', now - IMPORT_RETENTION_MS)
    .execute()
  // Analyses tables that have grown since the last time, so that the planner's statistics stay accurate; quick
  // otherwise.
  if (kind === 'sqlite') await sql`pragma optimize`.execute(db)
}
