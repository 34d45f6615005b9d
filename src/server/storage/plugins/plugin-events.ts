/** Events that plugins have not handled yet, and which plugins of a user want to know of what. */
import { sql } from 'kysely'
import type { PluginEventDetail, PluginEventName } from '../../../contract/plugin-events.ts'
import { lockUser } from '../accounts/users.ts'
import type { Storage } from '../open.ts'

export type PluginEvent = {
  /** The same where it is handled again. */
  readonly id: string
  readonly event: PluginEventName
  readonly entryId: string
  readonly detail: PluginEventDetail
  /** ms since 1970 */
  readonly at: number
}

/** Events of one plugin and user that wait at most; later ones are dropped. */
const MAX_WAITING = 2000
const ROWS = 100

/** Replaces the events of which a plugin wants to know. */
export async function setListeners(
  { db }: Storage,
  userId: string,
  plugin: string,
  events: readonly PluginEventName[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('pluginListeners')
      .where('userId', '=', userId)
      .where('plugin', '=', plugin)
      .execute()
    if (events.length > 0)
      await trx
        .insertInto('pluginListeners')
        .values(events.map((event) => ({ userId, event, plugin })))
        .execute()
  })
}

export async function listenersOf(
  { db }: Storage,
  userId: string,
  event: PluginEventName,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('pluginListeners')
    .select('plugin')
    .where('userId', '=', userId)
    .where('event', '=', event)
    .orderBy('plugin')
    .execute()
  return rows.map(({ plugin }) => plugin)
}

/** Adds events for one plugin, in their order, as far as there is room. */
export async function addEvents(
  storage: Storage,
  userId: string,
  plugin: string,
  events: readonly PluginEvent[],
): Promise<void> {
  await storage.db.transaction().execute(async (db) => {
    // Those of two requests must neither take one place nor pass the bound together.
    await lockUser({ ...storage, db }, userId)
    await addInOrder(db, userId, plugin, events)
  })
}

async function addInOrder(
  db: Storage['db'],
  userId: string,
  plugin: string,
  events: readonly PluginEvent[],
): Promise<void> {
  const { count, last } = await db
    .selectFrom('pluginEvents')
    .select((of) => [of.fn.countAll<number | string>().as('count'), of.fn.max('position').as('last')])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .executeTakeFirstOrThrow()
  const rows = events
    .slice(0, Math.max(0, MAX_WAITING - Number(count)))
    .map(({ detail, ...event }, index) => ({
      ...event,
      userId,
      plugin,
      detail: JSON.stringify(detail),
      position: Number(last ?? 0) + index + 1,
    }))
  for (let at = 0; at < rows.length; at += ROWS)
    await db
      .insertInto('pluginEvents')
      .values(rows.slice(at, at + ROWS))
      .execute()
}

/** The first ones that wait, in the order in which they happened. */
export async function waitingEvents(
  { db }: Storage,
  userId: string,
  plugin: string,
  limit: number,
): Promise<readonly PluginEvent[]> {
  const rows = await db
    .selectFrom('pluginEvents')
    .select(['id', 'event', 'entryId', 'detail', 'at'])
    .where('userId', '=', userId)
    .where('plugin', '=', plugin)
    .orderBy('position')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ detail, at, ...event }) => ({
    ...event,
    at: Number(at),
    detail: JSON.parse(detail ?? '{}') as PluginEventDetail,
  }))
}

export async function removeEvent({ db }: Storage, id: string): Promise<void> {
  await db.deleteFrom('pluginEvents').where('id', '=', id).execute()
}

export async function removeEvents({ db }: Storage, userId: string, plugin: string): Promise<void> {
  await db.deleteFrom('pluginEvents').where('userId', '=', userId).where('plugin', '=', plugin).execute()
}

/** Users and plugins for which events wait. */
export async function pluginsWithEvents({
  db,
}: Storage): Promise<readonly { readonly userId: string; readonly plugin: string }[]> {
  return db
    .selectFrom('pluginEvents')
    .select(['userId', 'plugin'])
    .groupBy(['userId', 'plugin'])
    .orderBy(sql`min(at)`)
    .execute()
}
