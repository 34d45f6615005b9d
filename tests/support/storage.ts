/** Empty databases for tests: SQLite in memory, and PGlite for PostgreSQL. */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { inject } from 'vitest'
import { createIds } from '../../src/core/ids.ts'
import { migrated, openStorage, type Storage } from '../../src/server/storage/open.ts'
import type { Schema } from '../../src/server/storage/schema.ts'
import { sqliteDialect } from '../../src/server/storage/engine/sqlite.ts'
import { lendPGlite } from './lent-pglite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for files that the test processes of a run share, empty at first and deleted afterwards. */
    sharedFiles: string
  }
}

/** `pgvector`: a PGlite that offers this extension, for tests of vectors; it takes seconds to start. */
export type TestKind = 'sqlite' | 'pglite' | 'pgvector'
/**
 * The engines that a suite with SQL of its own runs on, for `describe.each(kinds)`: both, unless LECTERN_TEST_ENGINES says
 * `sqlite`, as `npm run check` does to stay quick. Everything else runs on SQLite alone: `http/every-call.test.ts` makes
 * every call on both.
 */
export const kinds: readonly TestKind[] =
  process.env['LECTERN_TEST_ENGINES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'pglite']
/** Ids as the server creates them; one generator per test process. */
export const testId: () => string = createIds(4095, Date.now)

/**
 * An empty database with the current schema: the migrations run once, and each database begins as a copy. Close it after the
 * test: a PGlite takes 300 MB, and is used again.
 */
export async function openTestStorage(kind: TestKind = 'sqlite'): Promise<Storage> {
  const dialect =
    kind === 'sqlite'
      ? sqliteDialect(':memory:', await migratedSqlite())
      : new PGliteDialect({
          pglite: kind === 'pgvector' ? await withPgvector() : await lendPGlite(migratedPGlite),
        })
  const db = new Kysely<Schema>({ dialect })
  return { db, kind: kind === 'sqlite' ? 'sqlite' : 'postgres', close: () => db.destroy() }
}

/** A user row without account or session: sufficient for everything but signing in. */
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

let sqlite: Promise<Uint8Array> | undefined
const migratedSqlite = () =>
  (sqlite ??= sharedFile('migrated.sqlite', async (file) => {
    const storage = await openStorage({ url: '', dir: ':memory:' })
    await sql`vacuum into ${file}`.execute(storage.db)
    await storage.close()
  }))

/** A migrated PGlite as a file. */
const migratedPGlite = async (): Promise<Blob> =>
  new Blob([
    await sharedFile('migrated.tar', async (file) => {
      const pglite = await PGlite.create()
      const storage = await migrated(new PGliteDialect({ pglite }), 'postgres')
      const written = await pglite.dumpDataDir('none')
      await storage.close()
      await writeFile(file, written.stream())
    }),
  ])

/** No test but that of vectors waits for the extension. */
async function withPgvector(): Promise<PGlite> {
  const { vector } = await import('@electric-sql/pglite-pgvector')
  return PGlite.create({ loadDataDir: await migratedPGlite(), extensions: { vector } })
}

/**
 * A file that is created by the first process of a run that needs it; the others wait for it.
 * @param make writes the file at the path that it receives
 */
async function sharedFile(name: string, make: (path: string) => Promise<void>): Promise<Buffer<ArrayBuffer>> {
  const file = join(inject('sharedFiles'), name)
  const lock = `${file}.lock`
  while (!existsSync(file)) {
    if (!(await lockMade(lock))) await pause(20)
    else
      await make(`${file}.part`)
        .then(() => rename(`${file}.part`, file))
        .finally(() => rm(lock))
  }
  return readFile(file)
}

/** @returns whether this process has created the lock */
async function lockMade(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
