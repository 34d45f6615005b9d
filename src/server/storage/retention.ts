/** Deletes entries by rules, and remembers which, so that no document brings them back. */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { ALL_FEEDS, type RetentionRule } from '../../contract/retention.ts'
import { idList } from './id-list.ts'
import type { Storage } from './open.ts'
import { isPreserved } from './preserved-entries.ts'
import type { RetentionRunRow } from './schema.ts'

const DAY_MS = 86_400_000
const BATCH = 500

/** Entries that rules select, by feed. */
export type Selected = ReadonlyMap<string, number>

export const retentionRules = ({ db }: Storage): Promise<RetentionRule[]> =>
  db.selectFrom('retentionRules').selectAll().orderBy('scope').execute()

/** Replaces all rules. */
export async function putRetentionRules({ db }: Storage, rules: readonly RetentionRule[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('retentionRules').execute()
    if (rules.length > 0)
      await trx
        .insertInto('retentionRules')
        .values([...rules])
        .execute()
  })
}

export const retentionRuns = ({ db }: Storage, limit: number): Promise<RetentionRunRow[]> =>
  db
    .selectFrom('retentionRuns')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function addRetentionRun({ db }: Storage, row: RetentionRunRow): Promise<void> {
  await db.insertInto('retentionRuns').values(row).execute()
}

/** What a run would delete; deletes nothing. @param now ms */
export async function selectByRules(
  storage: Storage,
  rules: readonly RetentionRule[],
  now: number,
): Promise<Selected> {
  const selected = new Map<string, number>()
  for (const { feedId, rule } of await feedsWithRules(storage, rules)) {
    const { count } = await storage.db
      .selectFrom('entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('feedId', '=', feedId)
      .where(isSelected(feedId, rule, now))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) selected.set(feedId, Number(count))
    await breathe()
  }
  return selected
}

/** Deletes what {@link selectByRules} counts, a batch per transaction. @param signal ends it between two batches */
export async function deleteByRules(
  storage: Storage,
  rules: readonly RetentionRule[],
  now: number,
  signal?: AbortSignal,
): Promise<Selected> {
  const deleted = new Map<string, number>()
  for (const { feedId, rule } of await feedsWithRules(storage, rules)) {
    for (;;) {
      if (signal?.aborted) return deleted
      const count = await deleteBatch(storage, feedId, isSelected(feedId, rule, now))
      if (count > 0) deleted.set(feedId, (deleted.get(feedId) ?? 0) + count)
      await breathe()
      if (count < BATCH) break
    }
  }
  return deleted
}

/** Looks again within the delete: an entry may have been starred meanwhile. */
function deleteBatch({ db, kind }: Storage, feedId: string, condition: RawBuilder<boolean>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('entries')
      .select('id')
      .where('feedId', '=', feedId)
      .where(condition)
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return 0
    const deleted = await trx
      .deleteFrom('entries')
      .where(
        'id',
        'in',
        idList(
          kind,
          rows.map(({ id }) => id),
        ),
      )
      .where(sql<boolean>`not ${isPreserved(sql.ref('entries.id'))}`)
      .returning('guid')
      .execute()
    if (deleted.length > 0)
      await trx
        .insertInto('removedEntries')
        .values(deleted.map(({ guid }) => ({ feedId, guid })))
        .onConflict((on) => on.columns(['feedId', 'guid']).doNothing())
        .execute()
    return deleted.length
  })
}

/** Feeds with a rule that bounds them, never those of inboxes: a mail comes once. */
async function feedsWithRules(
  { db }: Storage,
  rules: readonly RetentionRule[],
): Promise<{ readonly feedId: string; readonly rule: RetentionRule }[]> {
  const byScope = new Map(rules.map((rule) => [rule.scope, rule]))
  const feeds = await db
    .selectFrom('feeds')
    .select('id')
    .where('inboxUserId', 'is', null)
    .orderBy('id')
    .execute()
  return feeds.flatMap(({ id }) => {
    const rule = byScope.get(id) ?? byScope.get(ALL_FEEDS)
    return rule && (rule.maxAgeDays !== null || rule.maxEntries !== null) ? [{ feedId: id, rule }] : []
  })
}

/** True of an entry of a feed that a rule selects and nobody keeps. */
function isSelected(
  feedId: string,
  { maxAgeDays, maxEntries }: RetentionRule,
  now: number,
): RawBuilder<boolean> {
  const before = maxAgeDays === null ? null : now - maxAgeDays * DAY_MS
  const isOld =
    before === null
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(entries."publishedAt" < ${before} and entries."insertedAt" < ${before})`
  const isBeyond =
    maxEntries === null
      ? sql<boolean>`1 = 0`
      : sql<boolean>`entries.id not in (select newest.id from entries as newest where newest."feedId" = ${feedId}
          order by newest."publishedAt" desc, newest.id desc limit ${maxEntries})`
  return sql<boolean>`((${isOld} or ${isBeyond}) and not ${isPreserved(sql.ref('entries.id'))})`
}
