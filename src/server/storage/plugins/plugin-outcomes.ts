/** How the last delivery of each of a user's plugins to its service went. */
import type { PluginOutcome } from '../../../contract/plugins.ts'
import type { Storage } from '../open.ts'

export async function putOutcome(
  { db }: Pick<Storage, 'db'>,
  userId: string,
  plugin: string,
  { at, kind, words }: PluginOutcome,
): Promise<void> {
  const row = { at, kind, words: words && JSON.stringify(words) }
  await db
    .insertInto('pluginOutcomes')
    .values({ userId, plugin, ...row })
    .onConflict((on) => on.columns(['userId', 'plugin']).doUpdateSet(row))
    .execute()
}

export async function outcomeOf(
  { db }: Pick<Storage, 'db'>,
  userId: string,
  plugin: string,
): Promise<PluginOutcome | null> {
  const row = await db
    .selectFrom('pluginOutcomes')
    .select(['at', 'kind', 'words'])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .executeTakeFirst()
  if (!row) return null
  const words = row.words === null ? null : (JSON.parse(row.words) as PluginOutcome['words'])
  return { at: Number(row.at), kind: row.kind, words }
}

export async function clearOutcome(
  { db }: Pick<Storage, 'db'>,
  userId: string,
  plugin: string,
): Promise<void> {
  await db.deleteFrom('pluginOutcomes').where('userId', '=', userId).where('plugin', '=', plugin).execute()
}
