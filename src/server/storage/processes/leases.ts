/** Leases (migration 0029). Each function is one statement: two processes cannot both succeed. */
import { sql, type RawBuilder } from 'kysely'
import { idList } from '../engine/id-list.ts'
import type { Kind, Storage } from '../open.ts'

/** One acquisition of a name; `token` is unique to it. */
export type Lease = { readonly name: string; readonly token: string }

/** ms since 1970 by the database's clock: the clocks of machines differ. */
const databaseNow = (kind: Kind): RawBuilder<number> =>
  kind === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from now()) * 1000 as bigint)`

/**
 * Acquires those leases whose name is free or expired. @param leases of different names @param owner the process
 * @returns the names that were acquired
 */
export async function acquireLeases(
  { db, kind }: Storage,
  leases: readonly Lease[],
  { owner, ms }: { owner: string; ms: number },
): Promise<Set<string>> {
  if (leases.length === 0) return new Set()
  const now = databaseNow(kind)
  const times = { renewedAt: now, expiresAt: sql<number>`${now} + ${sql.lit(ms)}` }
  const acquired = await db
    .insertInto('leases')
    .values(inOrder(leases).map(({ name, token }) => ({ name, token, owner, ...times })))
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet(({ ref }) => ({
          owner: ref('excluded.owner'),
          token: ref('excluded.token'),
          renewedAt: ref('excluded.renewedAt'),
          expiresAt: ref('excluded.expiresAt'),
        }))
        .where('leases.expiresAt', '<=', now),
    )
    .returning('name')
    .execute()
  return new Set(acquired.map(({ name }) => name))
}

/** @returns the names that are still leased: the others expired and were acquired by another process */
export async function renewLeases(
  storage: Storage,
  leases: readonly Lease[],
  ms: number,
): Promise<Set<string>> {
  if (leases.length === 0) return new Set()
  const now = databaseNow(storage.kind)
  const renewed = await storage.db
    .updateTable('leases')
    .set({ renewedAt: now, expiresAt: sql<number>`${now} + ${sql.lit(ms)}` })
    .where('name', 'in', owned(storage, leases))
    .returning('name')
    .execute()
  return new Set(renewed.map(({ name }) => name))
}

/** Releases leases, except those that another process has acquired meanwhile. */
export async function releaseLeases(storage: Storage, leases: readonly Lease[]): Promise<void> {
  if (leases.length === 0) return
  await storage.db.deleteFrom('leases').where('name', 'in', owned(storage, leases)).execute()
}

/** All leases with this name prefix, expired ones too. */
export function leasesOf(
  { db }: Storage,
  prefix: string,
): Promise<{ readonly name: string; readonly expiresAt: number }[]> {
  return db.selectFrom('leases').select(['name', 'expiresAt']).where('name', 'like', `${prefix}%`).execute()
}

/** The rows of these acquisitions, locked in the order in which {@link acquireLeases} locks them: no deadlock. */
function owned({ db, kind }: Storage, leases: readonly Lease[]) {
  const rows = db
    .selectFrom('leases')
    .select('name')
    .where(
      'name',
      'in',
      idList(
        kind,
        leases.map(({ name }) => name),
      ),
    )
    .where(
      'token',
      'in',
      idList(
        kind,
        leases.map(({ token }) => token),
      ),
    )
  return kind === 'postgres' ? rows.orderBy(sql`name collate "C"`).forUpdate() : rows
}

const inOrder = (leases: readonly Lease[]): Lease[] =>
  leases.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
