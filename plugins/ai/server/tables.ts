/** What the model has written: cached texts of entries, and daily reports. */
import type { Kysely } from 'kysely'

export type Tables = {
  aiTexts: { key: string; entryId: string; text: string; madeAt: number }
  aiReports: {
    userId: string
    view: number
    startsAt: number
    text: string
    madeAt: number
    askedAt: number | null
  }
}
export type Db = Kysely<Tables>

export async function cachedText(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('aiTexts').select('text').where('key', '=', key).executeTakeFirst()
  return row?.text ?? null
}

export async function cacheText(db: Db, row: Tables['aiTexts']): Promise<void> {
  const { text, madeAt } = row
  await db
    .insertInto('aiTexts')
    .values(row)
    .onConflict((on) => on.column('key').doUpdateSet({ text, madeAt }))
    .execute()
}

type ReportKey = Pick<Tables['aiReports'], 'userId' | 'view' | 'startsAt'>

export function reportAt(
  db: Db,
  { userId, view, startsAt }: ReportKey,
): Promise<Tables['aiReports'] | undefined> {
  const rows = db.selectFrom('aiReports').selectAll().where('userId', '=', userId)
  return rows.where('view', '=', view).where('startsAt', '=', startsAt).executeTakeFirst()
}

export async function storeReport(db: Db, row: Omit<Tables['aiReports'], 'askedAt'>): Promise<void> {
  const { text, madeAt } = row
  await db
    .insertInto('aiReports')
    .values({ ...row, askedAt: null })
    .onConflict((on) => on.columns(['userId', 'view', 'startsAt']).doUpdateSet({ text, madeAt }))
    .execute()
}

export async function recordRequest(
  db: Db,
  { userId, view, startsAt }: ReportKey,
  askedAt: number,
): Promise<void> {
  const row = db.updateTable('aiReports').set({ askedAt }).where('userId', '=', userId)
  await row.where('view', '=', view).where('startsAt', '=', startsAt).execute()
}

/** The last report in each view of each user who requested one since a given time. */
export async function lastReports(db: Db, since: number): Promise<ReportKey[]> {
  const rows = await db
    .selectFrom('aiReports')
    .select((eb) => ['userId', 'view', eb.fn.max('startsAt').as('startsAt')])
    .where('askedAt', '>=', since)
    .groupBy(['userId', 'view'])
    .execute()
  return rows.map((row) => ({ ...row, startsAt: Number(row.startsAt) }))
}
