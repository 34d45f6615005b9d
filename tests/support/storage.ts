/** Empty databases for tests: SQLite in memory, and PGlite for PostgreSQL. */
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { createIds } from '../../src/core/ids.ts'
import { migrated, openStorage, type Storage } from '../../src/server/storage/open.ts'

export type TestKind = 'sqlite' | 'pglite'
/**
 * The engines a suite runs on, for `describe.each(kinds)`: both, unless LECTERN_TEST_ENGINES says `sqlite`, as
 * `npm run check` does to stay quick. `npm test` runs both.
 */
export const kinds: readonly TestKind[] =
  process.env['LECTERN_TEST_ENGINES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'pglite']
/** Ids as the server makes them; one generator per test process. */
export const testId: () => string = createIds(4095, Date.now)

/** An empty database with the current schema. Close it after the test: a PGlite takes 300 MB. */
export async function openTestStorage(kind: TestKind = 'sqlite'): Promise<Storage> {
  if (kind === 'sqlite') return openStorage({ url: '', dir: ':memory:' })
  dump ??= dumpMigrated()
  return migrated(new PGliteDialect({ pglite: await PGlite.create({ loadDataDir: await dump }) }), 'postgres')
}

/** A user row without account or session: enough for everything but signing in. */
export async function seedUser(
  { db, kind }: Storage,
  input: { id?: string; name?: string; email?: string; handle?: string; admin?: boolean } = {},
): Promise<string> {
  const id = input.id ?? testId()
  const now = new Date()
  const time = kind === 'sqlite' ? now.toISOString() : now
  await db
    .insertInto('user')
    .values({
      id,
      name: input.name ?? `Reader ${id.slice(-4)}`,
      email: input.email ?? `${id}@example.org`,
      emailVerified: kind === 'sqlite' ? 0 : false,
      image: null,
      createdAt: time,
      updatedAt: time,
      handle: input.handle ?? null,
      bio: null,
      website: null,
      socialLinks: null,
      role: 'user',
      admin: kind === 'sqlite' ? (input.admin ? 1 : 0) : Boolean(input.admin),
      deleted: null,
    })
    .execute()
  return id
}

let dump: Promise<File | Blob> | undefined

/** Migrating PGlite from nothing costs seconds, loading a copy a fraction: migrate once per process. */
async function dumpMigrated(): Promise<File | Blob> {
  const pglite = await PGlite.create()
  const storage = await migrated(new PGliteDialect({ pglite }), 'postgres')
  const copy = await pglite.dumpDataDir('none')
  await storage.close()
  return copy
}
