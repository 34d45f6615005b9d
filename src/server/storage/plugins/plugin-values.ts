/** What a plugin stores for its user: JSON by name, some of it sealed. */
import type { Storage } from '../open.ts'

type StoredValue = { readonly value: string; readonly sealed: boolean }

export async function pluginValue(
  { db }: Storage,
  userId: string,
  plugin: string,
  name: string,
): Promise<StoredValue | null> {
  const row = await db
    .selectFrom('pluginValues')
    .select(['value', 'sealed'])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? { value: row.value, sealed: row.sealed === 1 } : null
}

/** How many values of a plugin there are beside one, and how many characters they have. */
export async function sizeOfOthers(
  { db }: Storage,
  userId: string,
  plugin: string,
  name: string,
): Promise<{ readonly count: number; readonly characters: number }> {
  const rows = await db
    .selectFrom('pluginValues')
    .select((of) => of.fn<number | string>('length', ['value']).as('characters'))
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .where('name', '!=', name)
    .execute()
  return {
    count: rows.length,
    characters: rows.reduce((sum, { characters }) => sum + Number(characters), 0),
  }
}

export async function putPluginValue(
  { db }: Storage,
  userId: string,
  plugin: string,
  { name, value, sealed }: StoredValue & { readonly name: string },
): Promise<void> {
  const row = { value, sealed: sealed ? (1 as const) : (0 as const) }
  await db
    .insertInto('pluginValues')
    .values({ userId, plugin, name, ...row })
    .onConflict((on) => on.columns(['userId', 'plugin', 'name']).doUpdateSet(row))
    .execute()
}

export async function deletePluginValue(
  { db }: Storage,
  userId: string,
  plugin: string,
  name: string,
): Promise<void> {
  await db
    .deleteFrom('pluginValues')
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .where('name', '=', name)
    .execute()
}
