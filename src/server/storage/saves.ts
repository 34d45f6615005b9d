/** Which entries a user has saved, by which plugin: one row per user, entry and plugin. */
import type { EntrySave } from '../../contract/plugins.ts'
import type { Storage } from './open.ts'

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

/** The last time counts, and an address stays where a later save names none. */
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
