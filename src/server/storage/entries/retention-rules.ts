/** The rules of retention, and the journal of their runs. */
import type { Transaction } from 'kysely'
import type { OwnRetentionRule, RetentionRule } from '../../../contract/retention.ts'
import type { Storage } from '../open.ts'
import type { OwnRetentionRuleRow, RetentionRunRow, Schema } from '../schema.ts'

/** All rules of a server: those for all feeds and single ones, and those of admins for their own folders and queries. */
export type RetentionRules = {
  readonly general: readonly RetentionRule[]
  readonly own: readonly OwnRetentionRuleRow[]
}

/** The rules in force: without those of former admins. */
export async function retentionRules({ db }: Storage): Promise<RetentionRules> {
  const general = await db.selectFrom('retentionRules').selectAll().orderBy('scope').execute()
  const own = await db
    .selectFrom('ownRetentionRules as r')
    .innerJoin('user as u', 'u.id', 'r.userId')
    .selectAll('r')
    .where('u.admin', '=', true)
    .orderBy('r.userId')
    .orderBy('r.kind')
    .orderBy('r.name')
    .execute()
  return { general, own }
}

/** Replaces the general rules, and those of one admin. @param own undefined: the admin's stay as they are */
export async function putRetentionRules(
  { db }: Storage,
  userId: string,
  general: readonly RetentionRule[],
  own: readonly OwnRetentionRule[] | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('retentionRules').execute()
    if (own !== undefined) await trx.deleteFrom('ownRetentionRules').where('userId', '=', userId).execute()
    await insertRules(trx, userId, { general, own: own ?? [] })
  })
}

type NewRules = { readonly general: readonly RetentionRule[]; readonly own: readonly OwnRetentionRule[] }

/** Adds rules for feeds, and rules of one admin. Existing ones are unchanged. */
export const addRetentionRules = ({ db }: Storage, userId: string, rules: NewRules): Promise<void> =>
  db.transaction().execute((trx) => insertRules(trx, userId, rules))

async function insertRules(
  trx: Transaction<Schema>,
  userId: string,
  { general, own }: NewRules,
): Promise<void> {
  for (const rule of general)
    await trx
      .insertInto('retentionRules')
      .values(rule)
      .onConflict((on) => on.column('scope').doNothing())
      .execute()
  for (const rule of own)
    await trx
      .insertInto('ownRetentionRules')
      .values({ ...rule, userId })
      .onConflict((on) => on.columns(['userId', 'kind', 'name']).doNothing())
      .execute()
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

/** Moves the rule of a folder to its new name, which no folder had before. @param from names of folders that no longer exist */
export async function renameFolderRules(
  { db }: Storage,
  userId: string,
  from: readonly string[],
  to: string,
): Promise<void> {
  for (const name of from)
    await db
      .updateTable('ownRetentionRules')
      .set({ name: to })
      .where('userId', '=', userId)
      .where('kind', '=', 'folder')
      .where('name', '=', name)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ownRetentionRules as other')
              .select('other.name')
              .where('other.userId', '=', userId)
              .where('other.kind', '=', 'folder')
              .where('other.name', '=', to),
          ),
        ),
      )
      .execute()
}
