/** Which entries a user has saved, by which plugin: one row per user, entry and plugin. */
import type { EntrySave, RecentSave } from '../../../contract/plugins.ts'
import type { Storage } from '../open.ts'

/** Newest first. */
export async function savesOf({ db }: Storage, userId: string, entryId: string): Promise<EntrySave[]> {
  const rows = await db
    .selectFrom('saves')
    .select(['plugin', 'url', 'at'])
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .orderBy('at', 'desc')
    .orderBy('plugin')
    .execute()
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** Of all entries, newest first. */
export async function recentSavesOf({ db }: Storage, userId: string, limit: number): Promise<RecentSave[]> {
  const rows = await db
    .selectFrom('saves as s')
    .innerJoin('entries as e', 'e.id', 's.entryId')
    .select(['s.plugin', 's.url', 's.at', 's.entryId', 'e.feedId', 'e.title', 'e.url as entryUrl'])
    .where('s.userId', '=', userId)
    .orderBy('s.at', 'desc')
    .orderBy('s.entryId')
    .orderBy('s.plugin')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** Updates the time; an address stays if a later save has none. */
export async function putSave(
  { db }: Storage,
  userId: string,
  { entryId, ...save }: EntrySave & { readonly entryId: string },
): Promise<void> {
  await db
    .insertInto('saves')
    .values({ userId, entryId, ...save })
    .onConflict((on) =>
      on
        .columns(['userId', 'entryId', 'plugin'])
        .doUpdateSet({ at: save.at, ...(save.url === null ? {} : { url: save.url }) }),
    )
    .execute()
}
