/** Results of the nightly backups. */
import type { Storage } from '../open.ts'
import type { BackupRow } from '../schema.ts'

/** Stores the outcome of a day's backup; a later attempt of the same day replaces it. */
export async function putBackup({ db }: Storage, row: BackupRow): Promise<void> {
  await db
    .insertInto('backups')
    .values(row)
    .onConflict((on) => on.column('day').doUpdateSet(row))
    .execute()
}

/** Newest first. */
export const latestBackups = ({ db }: Storage, limit: number): Promise<BackupRow[]> =>
  db.selectFrom('backups').selectAll().orderBy('day', 'desc').limit(limit).execute()

/** The newest backup whose restore succeeded. */
export const latestGoodBackup = ({ db }: Storage): Promise<BackupRow | undefined> =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('message', 'is', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
