/** Why the last evaluation of conditions of a user's plugins failed. */
import type { PluginText } from '../../../plugin-api/manifest.ts'
import type { Storage } from '../open.ts'

export type ConditionProblem = {
  readonly plugin: string
  readonly name: string
  readonly words: PluginText
}

export async function conditionProblemsOf({ db }: Storage, userId: string): Promise<ConditionProblem[]> {
  const rows = await db
    .selectFrom('ruleProblems')
    .select(['plugin', 'name', 'words'])
    .where('userId', '=', userId)
    .execute()
  return rows.map((row) => ({ ...row, words: JSON.parse(row.words) as PluginText }))
}

export async function putConditionProblem(
  { db }: Storage,
  userId: string,
  { words, ...condition }: ConditionProblem,
): Promise<void> {
  const row = { words: JSON.stringify(words) }
  await db
    .insertInto('ruleProblems')
    .values({ userId, ...condition, ...row })
    .onConflict((on) => on.columns(['userId', 'plugin', 'name']).doUpdateSet(row))
    .execute()
}

export async function removeConditionProblem(
  { db }: Storage,
  userId: string,
  { plugin, name }: Pick<ConditionProblem, 'plugin' | 'name'>,
): Promise<void> {
  await db
    .deleteFrom('ruleProblems')
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .where('name', '=', name)
    .execute()
}
