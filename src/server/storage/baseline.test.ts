import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser, type TestKind } from '../../../tests/support/storage.ts'
import { serverBaseline } from '../../../migrations/server/baseline.ts'
import { serverMigrations } from '../../../migrations/server/index.ts'
import { createMigrate } from '../backup/migrate.ts'
import { builtInPlugins } from '../plugins/load-manifests.ts'
import { bookOf } from '../plugins/migrate.ts'
import { migrate, openAsItIs, openStorage, type Storage } from './open.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './engine/sqlite.ts'

const steps = Object.keys(serverMigrations)
const last = steps.at(-1) ?? ''
/** With the steps of the plugins that are there. */
const migrateAll = await createMigrate()
/** Plugins whose tables the server's own steps once made. */
const OWNERS = ['ai', 'power', 'rsshub']
const hasOwners = OWNERS.every((id) => existsSync(join(builtInPlugins, id)))

/** A row in a table of each of them. */
async function fillOwned({ db }: Storage): Promise<void> {
  await sql`insert into "aiReports" ("userId", "view", "startsAt", "text", "madeAt")
    select id, 0, 1, 'Report', 2 from "user"`.execute(db)
  await sql`insert into "powerDays" ("day", "startedAt") values ('2026-01-01', 3)`.execute(db)
  await sql`insert into "rsshubAnswers" ("url", "body", "at") values ('https://hub.example/', 'Routes', 4)`.execute(
    db,
  )
}
const ownedIn = async ({ db }: Storage): Promise<readonly unknown[]> =>
  (
    await sql`select r."text", d."day", a."body" from "aiReports" r, "powerDays" d, "rsshubAnswers" a`.execute(
      db,
    )
  ).rows
const OWNED = [{ text: 'Report', day: '2026-01-01', body: 'Routes' }]

/** Without tables. */
async function openEmpty(kind: TestKind): Promise<Storage> {
  const dialect =
    kind === 'sqlite' ? sqliteDialect(':memory:') : new PGliteDialect({ pglite: await PGlite.create() })
  const db = new Kysely<Schema>({ dialect })
  return { db, kind: kind === 'sqlite' ? 'sqlite' : 'postgres', close: () => db.destroy() }
}

const SQLITE_SCHEMA = sql<{ line: string }>`
  select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema`
const POSTGRES_SCHEMA = sql<{ line: string }>`
  select concat_ws(' ', 'column', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', 'sequence', sequencename, data_type, increment_by)
    from pg_sequences where schemaname = 'public'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`

/** Everything in the schema, one line or statement each. */
async function schemaOf({ db, kind }: Storage): Promise<readonly string[]> {
  const { rows } = await (kind === 'sqlite' ? SQLITE_SCHEMA : POSTGRES_SCHEMA).execute(db)
  return rows.map(({ line }) => line).toSorted()
}

/** The foreign keys in the order in which PostgreSQL follows them. */
const foreignKeysOf = async ({ db }: Storage): Promise<readonly string[]> =>
  (
    await sql<{ name: string }>`select conrelid::regclass || ' ' || conname as name from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace order by oid`.execute(db)
  ).rows.map(({ name }) => name)

/** Tables that have rows, without the records of migrations. */
async function filledTablesOf({ db }: Storage): Promise<readonly string[]> {
  const filled: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    if (/^entryTextsIndex|^entryTextsTerms/.test(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

const recordedIn = async ({ db }: Storage): Promise<readonly string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

describe.each(kinds)('the baseline, on %s', (kind) => {
  test('makes what the steps make one after another, and records each of them', async () => {
    const made = await openEmpty(kind)
    await migrate(made)
    const stepwise = await openEmpty(kind)
    await migrate(stepwise, last)
    expect(await schemaOf(made)).toEqual(await schemaOf(stepwise))
    expect((await schemaOf(made)).length).toBeGreaterThan(170)
    expect(await filledTablesOf(made)).toEqual(await filledTablesOf(stepwise))
    expect(await recordedIn(made)).toEqual(steps)
    if (kind === 'pglite') expect(await foreignKeysOf(made)).toEqual(await foreignKeysOf(stepwise))
    await made.close()
    await stepwise.close()
  })

  test('takes the place of the steps only in a new database, and only when all of them are to run', async () => {
    const stepwise = await openEmpty(kind)
    await migrate(stepwise, '0020-marks-by-person')
    expect(await recordedIn(stepwise)).toEqual(steps.slice(0, 20))
    await migrate(stepwise)
    expect(await recordedIn(stepwise)).toEqual(steps)
    const made = await openTestStorage(kind)
    expect(await schemaOf(stepwise)).toEqual(await schemaOf(made))
    await stepwise.close()
    await made.close()
  })
})

test('the baseline stands for the first steps, in their order', () => {
  expect(serverBaseline.steps).toEqual(steps.slice(0, serverBaseline.steps.length))
  expect(serverBaseline.steps.at(-1)).toBe('0054-bounded-rewrites')
})

describe.each(kinds)('tables of plugins, on %s', (kind) => {
  test.skipIf(!hasOwners)("that the server's own steps once made stay, with their rows", async () => {
    const earlier = await openTestStorage(kind)
    const core = await schemaOf(earlier)
    await migrateAll(earlier, null)
    const made = await schemaOf(earlier)
    for (const table of ['aiReports', 'powerDays', 'rsshubAnswers']) {
      expect(core.join('\n')).not.toContain(table)
      expect(made.join('\n')).toContain(table)
    }
    await seedUser(earlier)
    await fillOwned(earlier)
    for (const id of OWNERS) await sql`drop table ${sql.table(bookOf(id))}`.execute(earlier.db)
    await migrateAll(earlier, null)
    expect(await schemaOf(earlier)).toEqual(made)
    expect(await ownedIn(earlier)).toEqual(OWNED)
    await earlier.close()
  })
})

test('a database of an earlier Lectern gets the schema of a new one, and has its rows', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lectern-earlier-'))
  const packed = join(import.meta.dirname, '../../../tests/fixtures/databases/server-0020.sqlite.gz')
  writeFileSync(join(dir, 'lectern.sqlite'), gunzipSync(readFileSync(packed)))
  const before = openAsItIs({ url: '', dir })
  await fillOwned(before)
  await sql`insert into "aiUsage" ("userId", "day", "asked") select id, '2026-01-01', 5 from "user"`.execute(
    before.db,
  )
  await before.close()
  const earlier = await openStorage({ url: '', dir })
  const made = await openEmpty('sqlite')
  for (const storage of [earlier, made]) await migrateAll(storage, null)
  const schema = await schemaOf(made)
  // Tables of a plugin that is not there stay.
  expect(await schemaOf(earlier)).toEqual(hasOwners ? schema : expect.arrayContaining([...schema]))
  expect(await ownedIn(earlier)).toEqual(OWNED)
  expect(await recordedIn(earlier)).toEqual(steps)
  const { db } = earlier
  expect(await db.selectFrom('user').select(['name', 'admin']).execute()).toEqual([
    { name: 'Reader', admin: 1 },
  ])
  expect(await db.selectFrom('subscriptions').select(['feedId', 'category']).execute()).toEqual([
    { feedId: 'f1', category: 'News' },
  ])
  expect(await db.selectFrom('entries').select(['id', 'title']).orderBy('id').execute()).toEqual(
    [1, 2, 3].map((number) => ({ id: `e${number}`, title: `Entry ${number}` })),
  )
  expect(await db.selectFrom('reads').select('entryId').execute()).toEqual([{ entryId: 'e1' }])
  expect(await db.selectFrom('collections').select('entryId').execute()).toEqual([{ entryId: 'e2' }])
  expect(await db.selectFrom('modelUsage').select('asked').execute()).toEqual([{ asked: 5 }])
  expect(await db.selectFrom('readCounts').select('entries').execute()).toEqual([{ entries: 1 }])
  await earlier.close()
  await made.close()
  rmSync(dir, { recursive: true })
})
