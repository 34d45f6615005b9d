/** Results of the last runs of jobs of a user's plugins. */
import type { PluginText } from '../../../plugin-api/manifest.ts'
import type { Storage } from '../open.ts'

/** `at` in ms since 1970; `words`: why it failed. */
export type JobRun = { readonly name: string; readonly at: number; readonly words: PluginText | null }

export async function jobRunsOf({ db }: Storage, userId: string, plugin: string): Promise<JobRun[]> {
  const rows = await db
    .selectFrom('pluginJobs')
    .select(['name', 'at', 'words'])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .execute()
  return rows.map(({ name, at, words }) => ({
    name,
    at: Number(at),
    words: words === null ? null : (JSON.parse(words) as PluginText),
  }))
}

export async function putJobRun(
  { db }: Storage,
  userId: string,
  plugin: string,
  { name, at, words }: JobRun,
): Promise<void> {
  const row = { at, words: words && JSON.stringify(words) }
  await db
    .insertInto('pluginJobs')
    .values({ userId, plugin, name, ...row })
    .onConflict((on) => on.columns(['userId', 'plugin', 'name']).doUpdateSet(row))
    .execute()
}
