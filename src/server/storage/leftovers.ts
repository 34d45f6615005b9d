/** Rows that nobody asks for any more; taking them away only keeps tables small. */
import { sql } from 'kysely'
import type { Storage } from './open.ts'

const DAY_MS = 86_400_000
/** The report of an import is looked at on the day, and perhaps once more. */
const IMPORT_RETENTION_MS = 30 * DAY_MS

/** Letters and codes that ran out, counters of sign-ins long past, reports of old imports. @param now ms since 1970 */
export async function pruneLeftovers({ db, kind }: Storage, now: number): Promise<void> {
  const time = new Date(now)
  await db
    .deleteFrom('verification')
    .where('expiresAt', '<', kind === 'sqlite' ? time.toISOString() : time)
    .execute()
  await sql`delete from "rateLimit" where "lastRequest" < ${now - DAY_MS}`.execute(db)
  await db.deleteFrom('failedAttempts').where('fullUntil', '<', now).execute()
  await db
    .deleteFrom('imports')
    .where('running', '=', 0)
    .where('createdAt', '<', now - IMPORT_RETENTION_MS)
    .execute()
  // Looks at what has grown since the last time, so that the planner's figures stay true; quick where nothing has.
  if (kind === 'sqlite') await sql`pragma optimize`.execute(db)
}
