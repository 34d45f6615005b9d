/** Background activity of server halves of a user's plugins: requests to each host, and crashes. */
import type { Storage } from '../open.ts'

/** `at` in ms since 1970, of the last request. */
export type Contact = { readonly host: string; readonly count: number; readonly at: number }

/** @param counts requests by host */
export async function addContacts(
  { db }: Storage,
  userId: string,
  plugin: string,
  { counts, at }: { readonly counts: Readonly<Record<string, number>>; readonly at: number },
): Promise<void> {
  for (const [host, count] of Object.entries(counts))
    await db
      .insertInto('pluginContacts')
      .values({ userId, plugin, host, count, at })
      .onConflict((on) =>
        on.columns(['userId', 'plugin', 'host']).doUpdateSet((row) => ({
          count: row('pluginContacts.count', '+', count),
          at,
        })),
      )
      .execute()
}

/** The latest last. */
export async function contactsOf({ db }: Storage, userId: string, plugin: string): Promise<Contact[]> {
  const rows = await db
    .selectFrom('pluginContacts')
    .select(['host', 'count', 'at'])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .orderBy('at')
    .orderBy('host')
    .execute()
  return rows.map(({ host, count, at }) => ({ host, count: Number(count), at: Number(at) }))
}

type Crash = { readonly userId: string; readonly plugin: string; readonly at: number }

/** @param crash.since ms since 1970; earlier ones are dropped. @returns their number */
export async function addCrash(
  { db }: Storage,
  { since, ...crash }: Crash & { readonly since: number },
): Promise<number> {
  const own = db.deleteFrom('pluginCrashes').where('userId', '=', crash.userId)
  await own.where('plugin', '=', crash.plugin).where('at', '<=', since).execute()
  await db
    .insertInto('pluginCrashes')
    .values(crash)
    .onConflict((on) => on.doNothing())
    .execute()
  return countCrashes({ db }, crash)
}

export async function countCrashes(
  { db }: Pick<Storage, 'db'>,
  { userId, plugin }: Omit<Crash, 'at'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('pluginCrashes')
    .select((on) => on.fn.countAll<number | bigint>().as('count'))
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function clearCrashes({ db }: Storage, userId: string, plugin: string): Promise<void> {
  await db.deleteFrom('pluginCrashes').where('userId', '=', userId).where('plugin', '=', plugin).execute()
}
