/** Results of language models, and the number of requests per user. */
import { sql } from 'kysely'
import { delivered } from '../actions/actions.ts'
import type { Storage } from '../open.ts'
import type { Schema } from '../schema.ts'
import { inScope } from '../timeline/timeline.ts'
import { isDisabledUser } from '../accounts/users.ts'

export async function cachedText({ db }: Storage, key: string): Promise<string | null> {
  const row = await db.selectFrom('aiTexts').select('text').where('key', '=', key).executeTakeFirst()
  return row?.text ?? null
}

export async function cacheText({ db }: Storage, row: Schema['aiTexts']): Promise<void> {
  const { text, madeAt } = row
  await db
    .insertInto('aiTexts')
    .values(row)
    .onConflict((on) => on.column('key').doUpdateSet({ text, madeAt }))
    .execute()
}

/** Counts one request. @param options.limit null for none @returns false when the limit is reached, having counted nothing */
export async function addUsage(
  { db }: Storage,
  { userId, day, limit }: { userId: string; day: string; limit: number | null },
): Promise<boolean> {
  const written = await db
    .insertInto('aiUsage')
    .values({ userId, day, asked: 1 })
    .onConflict((on) => {
      const more = on.columns(['userId', 'day']).doUpdateSet((eb) => ({ asked: eb('aiUsage.asked', '+', 1) }))
      return limit === null ? more : more.where('aiUsage.asked', '<', limit)
    })
    .returning('asked')
    .executeTakeFirst()
  return written !== undefined
}

export async function refundUsage({ db }: Storage, userId: string, day: string): Promise<void> {
  const row = db.updateTable('aiUsage').set((eb) => ({ asked: eb('asked', '-', 1) }))
  await row.where('userId', '=', userId).where('day', '=', day).where('asked', '>', 0).execute()
}

export async function usageOf({ db }: Storage, userId: string, day: string): Promise<number> {
  const row = db.selectFrom('aiUsage').select('asked').where('userId', '=', userId).where('day', '=', day)
  return (await row.executeTakeFirst())?.asked ?? 0
}

type ReportKey = Pick<Schema['aiReports'], 'userId' | 'view' | 'startsAt'>

export function reportAt(
  { db }: Storage,
  { userId, view, startsAt }: ReportKey,
): Promise<Schema['aiReports'] | undefined> {
  const rows = db.selectFrom('aiReports').selectAll().where('userId', '=', userId)
  return rows.where('view', '=', view).where('startsAt', '=', startsAt).executeTakeFirst()
}

export async function storeReport({ db }: Storage, row: Omit<Schema['aiReports'], 'askedAt'>): Promise<void> {
  const { text, madeAt } = row
  await db
    .insertInto('aiReports')
    .values({ ...row, askedAt: null })
    .onConflict((on) => on.columns(['userId', 'view', 'startsAt']).doUpdateSet({ text, madeAt }))
    .execute()
}

export async function recordRequest(
  { db }: Storage,
  { userId, view, startsAt }: ReportKey,
  askedAt: number,
): Promise<void> {
  const row = db.updateTable('aiReports').set({ askedAt }).where('userId', '=', userId)
  await row.where('view', '=', view).where('startsAt', '=', startsAt).execute()
}

/** The last report of each user who requested one since a given time; of none whose account is disabled. */
export async function lastReports({ db }: Storage, since: number): Promise<(ReportKey & { role: string })[]> {
  const rows = await db
    .selectFrom('aiReports')
    .innerJoin('user', 'user.id', 'aiReports.userId')
    .select((eb) => ['userId', 'view', 'user.role', eb.fn.max('startsAt').as('startsAt')])
    .where('askedAt', '>=', since)
    .where(sql<boolean>`not ${isDisabledUser(sql.ref('aiReports.userId'))}`)
    .groupBy(['userId', 'view', 'user.role'])
    .execute()
  return rows.map((row) => ({ ...row, startsAt: Number(row.startsAt) }))
}

export type Headline = {
  readonly id: string
  readonly title: string | null
  readonly feedTitle: string | null
  readonly content: string | null
}

/** The entries that arrived in a user's view in a period, the newest first. Times are ms; `to` is exclusive. */
export async function entriesBetween(
  { db, kind }: Storage,
  userId: string,
  view: number,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<Headline[]> {
  const scope = inScope(kind, { kind: 'followed', userId, view })
  const { rows } = await sql<Headline>`
    select e.id, e.title, f.title as "feedTitle", coalesce(e.description, c.content) as content
    from entries e join feeds f on f.id = e."feedId" left join "entryContents" c on c."entryId" = e.id
    where ${scope} and ${delivered(userId)} and e."publishedAt" >= ${from} and e."publishedAt" < ${to}
    order by e."publishedAt" desc, e.id desc limit ${limit}`.execute(db)
  return rows
}
