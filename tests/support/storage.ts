/** Empty databases for tests: SQLite in memory, and PGlite for PostgreSQL. */
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { inject } from 'vitest'
import { createIds } from '../../src/core/ids.ts'
import { migrated, openStorage, type Storage } from '../../src/server/storage/open.ts'
import { lendPGlite } from './lent-pglite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for files that the test processes of a run share, empty at first and deleted afterwards. */
    sharedFiles: string
  }
}

export type TestKind = 'sqlite' | 'pglite'
/**
 * The engines a suite runs on, for `describe.each(kinds)`: both, unless LECTERN_TEST_ENGINES says `sqlite`, as
 * `npm run check` does to stay quick. `npm test` runs both.
 */
export const kinds: readonly TestKind[] =
  process.env['LECTERN_TEST_ENGINES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'pglite']
/** Ids as the server makes them; one generator per test process. */
export const testId: () => string = createIds(4095, Date.now)

/** An empty database with the current schema. Close it after the test: a PGlite takes 300 MB, and is used again. */
export async function openTestStorage(kind: TestKind = 'sqlite'): Promise<Storage> {
  if (kind === 'sqlite') return openStorage({ url: '', dir: ':memory:' })
  return migrated(new PGliteDialect({ pglite: await lendPGlite(await emptyFile()) }), 'postgres')
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

let empty: Promise<Blob> | undefined
const emptyFile = () => (empty ??= migratedFile())

/**
 * A migrated PGlite as a file. Making one costs four seconds, loading it less than one: the first process that needs it
 * writes it for all of a run.
 */
async function migratedFile(): Promise<Blob> {
  const file = join(inject('sharedFiles'), 'migrated.tar')
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const storage = await migrated(new PGliteDialect({ pglite }), 'postgres')
    const written = await pglite.dumpDataDir('none')
    await storage.close()
    // Another process may write it at the same time: each file is whole when it gets its name.
    const own = `${file}.${process.pid}`
    await writeFile(own, written.stream())
    await rename(own, file)
  }
  // Into memory: a blob of the file could not be read any more once another process has replaced it.
  return new Blob([await readFile(file)])
}
