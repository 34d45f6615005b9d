/** What is stored of each user, and nothing of one is read for another but vectors that the server's own model made. */
import { sql, type Kysely } from 'kysely'

export type Tables = {
  readonly meaningEntries: {
    readonly userId: string
    readonly entryId: string
    readonly space: string
    readonly hash: string
    readonly vector: Uint8Array
    readonly seenAt: number
  }
  readonly meaningSearches: {
    readonly userId: string
    readonly space: string
    readonly hash: string
    readonly vector: Uint8Array
    readonly usedAt: number
  }
  readonly meaningProgress: Progress
  readonly meaningSpent: {
    readonly userId: string
    readonly day: string
    readonly entries: number
    readonly tokens: number
  }
}
/** How far the entries of a user are read, from the newest to the oldest. */
export type Progress = {
  readonly userId: string
  readonly space: string
  readonly query: string
  readonly afterId: string | null
  readonly afterAt: number | null
  readonly beganAt: number
  readonly endedAt: number | null
  /** The service has asked to wait until then. */
  readonly waitUntil: number | null
}
export type Db = Kysely<Tables>

/** Searches whose words are not paid for twice. */
const MAX_SEARCHES = 200
const DAY_MS = 86_400_000

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const entryVector = (db: Db, userId: string, entryId: string) =>
  db
    .selectFrom('meaningEntries')
    .select(['space', 'hash', 'vector'])
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .executeTakeFirst()

/** What is stored of some entries of a user, by their ids. */
export async function knownOf(db: Db, userId: string, entryIds: readonly string[]) {
  if (entryIds.length === 0) return new Map<string, { space: string; hash: string }>()
  const rows = await db
    .selectFrom('meaningEntries')
    .select(['entryId', 'space', 'hash'])
    .where('userId', '=', userId)
    .where('entryId', 'in', entryIds)
    .execute()
  return new Map(rows.map(({ entryId, ...row }) => [entryId, row]))
}

/** Vectors that others have of the same texts of the same entries, by the ids of the entries. */
export async function vectorsOfOthers(
  db: Db,
  model: string,
  texts: readonly { readonly entryId: string; readonly hash: string }[],
): Promise<ReadonlyMap<string, Pick<Tables['meaningEntries'], 'space' | 'vector'>>> {
  const hashes = new Map(texts.map(({ entryId, hash }) => [entryId, hash]))
  if (hashes.size === 0) return new Map()
  const rows = await db
    .selectFrom('meaningEntries')
    .select(['entryId', 'space', 'hash', 'vector'])
    .where('entryId', 'in', [...hashes.keys()])
    .where('space', 'like', `${model}:%`)
    .execute()
  return new Map(
    rows.flatMap(({ entryId, hash, space, vector }) =>
      hashes.get(entryId) === hash ? [[entryId, { space, vector }]] : [],
    ),
  )
}

export async function putEntries(db: Db, rows: readonly Tables['meaningEntries'][]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('meaningEntries')
    .values([...rows])
    .onConflict((on) =>
      on.columns(['userId', 'entryId']).doUpdateSet((of) => ({
        space: of.ref('excluded.space'),
        hash: of.ref('excluded.hash'),
        vector: of.ref('excluded.vector'),
        seenAt: of.ref('excluded.seenAt'),
      })),
    )
    .execute()
}

export async function seen(db: Db, userId: string, entryIds: readonly string[], at: number): Promise<void> {
  if (entryIds.length === 0) return
  await db
    .updateTable('meaningEntries')
    .set({ seenAt: at })
    .where('userId', '=', userId)
    .where('entryId', 'in', entryIds)
    .execute()
}

/** Entries that were not among the user's when all of them were last read. */
export const deleteUnseen = (db: Db, userId: string, since: number) =>
  db.deleteFrom('meaningEntries').where('userId', '=', userId).where('seenAt', '<', since).execute()

export const searchVector = (db: Db, userId: string, space: string, hash: string) =>
  db
    .selectFrom('meaningSearches')
    .select('vector')
    .where('userId', '=', userId)
    .where('space', '=', space)
    .where('hash', '=', hash)
    .executeTakeFirst()

export async function putSearch(db: Db, row: Tables['meaningSearches']): Promise<void> {
  await db
    .insertInto('meaningSearches')
    .values(row)
    .onConflict((on) =>
      on.columns(['userId', 'space', 'hash']).doUpdateSet({ vector: row.vector, usedAt: row.usedAt }),
    )
    .execute()
  const oldest = await db
    .selectFrom('meaningSearches')
    .select('usedAt')
    .where('userId', '=', row.userId)
    .orderBy('usedAt', 'desc')
    .offset(MAX_SEARCHES)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await db
      .deleteFrom('meaningSearches')
      .where('userId', '=', row.userId)
      .where('usedAt', '<=', Number(oldest.usedAt))
      .execute()
}

export const progressOf = (db: Db, userId: string): Promise<Progress | undefined> =>
  db.selectFrom('meaningProgress').selectAll().where('userId', '=', userId).executeTakeFirst()

export const putProgress = async (db: Db, row: Progress): Promise<void> => {
  await db
    .insertInto('meaningProgress')
    .values(row)
    .onConflict((on) => on.column('userId').doUpdateSet(row))
    .execute()
}

/**
 * Counts texts as sent, in one statement, so that requests at once do not pass the bound.
 * @returns false where fewer are left of the day
 */
export async function reserve(
  db: Db,
  userId: string,
  at: number,
  { entries, limit }: { readonly entries: number; readonly limit: number },
): Promise<boolean> {
  if (entries > limit) return false
  const written = await db
    .insertInto('meaningSpent')
    .values({ userId, day: dayOf(at), entries, tokens: 0 })
    .onConflict((on) =>
      on
        .columns(['userId', 'day'])
        .doUpdateSet({ entries: sql`"meaningSpent".entries + ${entries}` })
        .where('meaningSpent.entries', '<=', limit - entries),
    )
    .executeTakeFirstOrThrow()
  return Number(written.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Counts what was sent to the model. @param entries less than 0: they were reserved and not sent */
export async function spend(
  db: Db,
  userId: string,
  at: number,
  { entries, tokens }: { readonly entries: number; readonly tokens: number },
): Promise<void> {
  await db
    .insertInto('meaningSpent')
    .values({ userId, day: dayOf(at), entries, tokens })
    .onConflict((on) =>
      on.columns(['userId', 'day']).doUpdateSet({
        entries: sql`"meaningSpent".entries + ${entries}`,
        tokens: sql`"meaningSpent".tokens + ${tokens}`,
      }),
    )
    .execute()
  await db
    .deleteFrom('meaningSpent')
    .where('userId', '=', userId)
    .where('day', '<', dayOf(at - 31 * DAY_MS))
    .execute()
}

/** What was spent today and in thirty days. */
export async function spentOf(db: Db, userId: string, at: number) {
  const rows = await db
    .selectFrom('meaningSpent')
    .selectAll()
    .where('userId', '=', userId)
    .where('day', '>', dayOf(at - 30 * DAY_MS))
    .execute()
  const sum = (of: typeof rows) => ({
    entries: of.reduce((total, { entries }) => total + Number(entries), 0),
    tokens: of.reduce((total, { tokens }) => total + Number(tokens), 0),
  })
  return { today: sum(rows.filter(({ day }) => day === dayOf(at))), month: sum(rows) }
}

export async function countIn(db: Db, userId: string, space: string): Promise<number> {
  const { count } = await db
    .selectFrom('meaningEntries')
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .where('space', '=', space)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All that was computed for a user. @param options.spent what it has cost, too */
export async function forget(db: Db, userId: string, { spent }: { readonly spent: boolean }): Promise<void> {
  await db.deleteFrom('meaningEntries').where('userId', '=', userId).execute()
  await db.deleteFrom('meaningSearches').where('userId', '=', userId).execute()
  await db.deleteFrom('meaningProgress').where('userId', '=', userId).execute()
  if (spent) await db.deleteFrom('meaningSpent').where('userId', '=', userId).execute()
}
