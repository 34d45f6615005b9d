/** The tables of the digests. Every function names the user: nobody reaches a digest of another. */
import type { Kysely } from 'kysely'
import { PluginRefusal } from '../../src/plugin-api/server.ts'
import { MAX_DIGESTS, type Digest, type DigestInput, type DigestRecord } from './contract.ts'

const DAY_MS = 86_400_000
/** Entries are in no digest any more that arrived longer ago. */
const WINDOW_MS = 31 * DAY_MS

type Row = {
  id: string
  userId: string
  name: string
  query: string
  frequency: 'daily' | 'weekly'
  weekday: number
  hour: number
  timeZone: string
  entries: number
  byMail: number
  withEpub: number
  /** Of the token in the address of its podcast feed; null: it has none. */
  feedHash: string | null
  /** Entries that arrived before are not new, ms since 1970. */
  since: number
  nextAt: number | null
  lastAt: number | null
  lastCount: number
  /** JSON */
  problem: string | null
  createdAt: number
}
export type DigestTables = {
  digests: Row
  /** `included`: 0 where the digest had no room for it. */
  digestsEntries: { digestId: string; entryId: string; issuedAt: number; included: number }
}
type Db = Kysely<DigestTables>

export type StoredDigest = Digest & { readonly since: number }

const digestOf = (row: Row): StoredDigest => {
  const { userId: _, createdAt: __, feedHash, problem, ...digest } = row
  return {
    ...digest,
    byMail: Boolean(row.byMail),
    withEpub: Boolean(row.withEpub),
    hasPodcast: feedHash !== null,
    since: Number(row.since),
    nextAt: row.nextAt === null ? null : Number(row.nextAt),
    lastAt: row.lastAt === null ? null : Number(row.lastAt),
    problem: problem === null ? null : (JSON.parse(problem) as Digest['problem']),
  }
}

/** In the order in which they were made. */
export async function digestsOf(db: Db, userId: string): Promise<StoredDigest[]> {
  const rows = await db
    .selectFrom('digests')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(digestOf)
}

/** @throws PluginRefusal `noDigest` */
export async function digestById(db: Db, userId: string, id: string): Promise<StoredDigest> {
  const row = await db
    .selectFrom('digests')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new PluginRefusal('noDigest')
  return digestOf(row)
}

const periodOf = ({ frequency }: Pick<DigestInput, 'frequency'>): number =>
  frequency === 'weekly' ? 7 * DAY_MS : DAY_MS

type Change = { readonly userId: string; readonly input: DigestInput; readonly nextAt: number | null }

const columnsOf = ({ input, nextAt }: Change) => ({
  ...input,
  byMail: Number(input.byMail),
  withEpub: Number(input.withEpub),
  nextAt,
})

/** The first digest goes back as far as its period. @throws PluginRefusal `tooMany` */
export async function addDigest(db: Db, change: Change, now: number): Promise<StoredDigest> {
  const id = await insertDigest(db, change, { since: now - periodOf(change.input), createdAt: now })
  return digestById(db, change.userId, id)
}

/** Those of the user for the file of their account, in the order in which they were made. */
export async function digestRecords(db: Db, userId: string): Promise<DigestRecord[]> {
  const rows = await db.selectFrom('digests').selectAll().where('userId', '=', userId).execute()
  return rows
    .map(({ name, query, frequency, weekday, hour, timeZone, entries, byMail, withEpub, createdAt }) => ({
      name,
      query,
      frequency,
      weekday,
      hour,
      timeZone,
      entries,
      byMail: Boolean(byMail),
      withEpub: Boolean(withEpub),
      createdAt: Number(createdAt),
    }))
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1))
}

/**
 * Adds those of a file that the user lacks. What arrived before is not new to them: the other server may have sent it.
 * @param nextAtOf when one is due first @returns how many were added, and how many are above the limit
 */
export async function addRecords(
  db: Db,
  userId: string,
  records: readonly DigestRecord[],
  { now, nextAtOf }: { readonly now: number; readonly nextAtOf: (input: DigestInput) => number | null },
): Promise<{ readonly added: number; readonly left: number }> {
  const keyOf = ({ name, createdAt }: DigestRecord) => JSON.stringify([name, createdAt])
  const known = new Set((await digestRecords(db, userId)).map(keyOf))
  const missing = new Map(records.flatMap((one) => (known.has(keyOf(one)) ? [] : [[keyOf(one), one]])))
  const fitting = [...missing.values()].slice(0, Math.max(0, MAX_DIGESTS - known.size))
  for (const { createdAt, ...input } of fitting)
    await insertDigest(db, { userId, input, nextAt: nextAtOf(input) }, { since: now, createdAt })
  return { added: fitting.length, left: missing.size - fitting.length }
}

/** @returns its id @throws PluginRefusal `tooMany` */
async function insertDigest(
  db: Db,
  change: Change,
  times: { readonly since: number; readonly createdAt: number },
): Promise<string> {
  const { userId } = change
  const id = crypto.randomUUID()
  const { count } = await db
    .selectFrom('digests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_DIGESTS) throw new PluginRefusal('tooMany', { limit: MAX_DIGESTS })
  await db
    .insertInto('digests')
    .values({
      ...columnsOf(change),
      id,
      userId,
      ...times,
      lastAt: null,
      lastCount: 0,
      problem: null,
      feedHash: null,
    })
    .execute()
  return id
}

/** Another query selects what arrived within the last period, not all that it would have selected before. */
export async function changeDigest(db: Db, id: string, change: Change, now: number): Promise<StoredDigest> {
  const { userId, input } = change
  const before = await digestById(db, userId, id)
  const since = before.query === input.query ? before.since : Math.max(before.since, now - periodOf(input))
  await db
    .updateTable('digests')
    .set({ ...columnsOf(change), since, problem: null })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  return digestById(db, userId, id)
}

/** @param hash of the token; null takes the address away. @throws PluginRefusal `noDigest` */
export async function putFeedHash(db: Db, userId: string, id: string, hash: string | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('digests')
    .set({ feedHash: hash })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new PluginRefusal('noDigest')
}

/** Whose digest it is, and the hash of its token; null where there is none. */
export async function feedOf(db: Db, id: string): Promise<Pick<Row, 'userId' | 'feedHash'> | null> {
  const row = await db
    .selectFrom('digests')
    .select(['userId', 'feedHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function removeDigest(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('digests').where('userId', '=', userId).where('id', '=', id).execute()
}

/** Entries that arrived before are in no digest, ms since 1970. */
export const arrivedSince = ({ since }: StoredDigest, now: number): number => Math.max(since, now - WINDOW_MS)

/**
 * Moves a due digest on to its next time, before it is sent: of several processes, and after a crash, nobody sends it again.
 * @returns whether it is this one's to send
 */
export async function claimPeriod(db: Db, { id, nextAt }: StoredDigest, next: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digests')
    .set({ nextAt: next })
    .where('id', '=', id)
    .where('nextAt', '=', nextAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of these, the entries that no digest with this id has had. */
export async function withoutIssued(db: Db, digestId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('digestsEntries')
    .select('entryId')
    .where('digestId', '=', digestId)
    .where('entryId', 'in', ids)
    .execute()
  const issued = new Set(rows.map(({ entryId }) => entryId))
  return ids.filter((id) => !issued.has(id))
}

export type Issue = { readonly included: readonly string[]; readonly passed: readonly string[] }

/** Before the digest is sent, so that none is in two. @returns the included ones that are this issue's */
export async function claimEntries(
  db: Db,
  digestId: string,
  { included, passed }: Issue,
  issuedAt: number,
): Promise<string[]> {
  const rowsOf = (ids: readonly string[], flag: number) =>
    ids.map((entryId) => ({ digestId, entryId, issuedAt, included: flag }))
  const claimed = await db
    .insertInto('digestsEntries')
    .values([...rowsOf(included, 1), ...rowsOf(passed, 0)])
    .onConflict((on) => on.columns(['digestId', 'entryId']).doNothing())
    .returning('entryId')
    .execute()
  const own = new Set(claimed.map(({ entryId }) => entryId))
  return included.filter((id) => own.has(id))
}

/** It was not sent: its entries are new again. */
export async function releaseEntries(db: Db, digestId: string, { included, passed }: Issue): Promise<void> {
  await db
    .deleteFrom('digestsEntries')
    .where('digestId', '=', digestId)
    .where('entryId', 'in', [...included, ...passed])
    .execute()
}

/** The entries of the issue that was sent last. */
export async function lastIssue(db: Db, { id, lastAt }: StoredDigest): Promise<string[]> {
  if (lastAt === null) return []
  const rows = await db
    .selectFrom('digestsEntries')
    .select('entryId')
    .where('digestId', '=', id)
    .where('issuedAt', '=', lastAt)
    .where('included', '=', 1)
    .execute()
  return rows.map(({ entryId }) => entryId)
}

export async function recordSent(
  db: Db,
  id: string,
  { lastAt, lastCount }: Pick<Digest, 'lastAt' | 'lastCount'>,
): Promise<void> {
  await db.updateTable('digests').set({ lastAt, lastCount, problem: null }).where('id', '=', id).execute()
}

export async function recordProblem(db: Db, id: string, problem: Digest['problem']): Promise<void> {
  const text = problem && JSON.stringify(problem)
  await db.updateTable('digests').set({ problem: text }).where('id', '=', id).execute()
}

/** Entries this old are in no digest any more, whether they are remembered or not. */
export async function pruneEntries(db: Db, userId: string, now: number): Promise<void> {
  await db
    .deleteFrom('digestsEntries')
    .where('issuedAt', '<', now - WINDOW_MS - DAY_MS)
    .where('digestId', 'in', (eb) => eb.selectFrom('digests').select('id').where('userId', '=', userId))
    .execute()
}
