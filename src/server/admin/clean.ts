/** Deletes expired rows immediately. */
import type { Storage } from '../storage/open.ts'
import { pruneNotices } from '../storage/processes/notices.ts'
import { pruneUsage } from '../storage/accounts/usage.ts'
import { RETENTION_MS } from '../http/idempotency.ts'

/** @param now ms since 1970 @returns deleted rows by table */
export async function clean(storage: Storage, now: number): Promise<Record<string, number>> {
  const { db, kind } = storage
  const time = new Date(now)
  const moment = kind === 'sqlite' ? time.toISOString() : time
  const deleted = ({ numDeletedRows }: { numDeletedRows: bigint }) => Number(numDeletedRows)
  return {
    session: deleted(
      await db.deleteFrom('session').where('expiresAt', '<', moment).executeTakeFirstOrThrow(),
    ),
    verification: deleted(
      await db.deleteFrom('verification').where('expiresAt', '<', moment).executeTakeFirstOrThrow(),
    ),
    answered: deleted(
      await db
        .deleteFrom('answered')
        .where('at', '<', now - RETENTION_MS)
        .executeTakeFirstOrThrow(),
    ),
    notices: await pruneNotices(storage, now),
    usageEvents: await pruneUsage(storage, now),
  }
}
