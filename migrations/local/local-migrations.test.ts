import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { localMigrationCount } from './count.ts'
import { withBaseline } from '../../src/core/baseline.ts'
import { localBaseline } from './baseline.ts'
import { firstSteps } from './first-steps.ts'
import { localMigrations } from './index.ts'

const steps = Object.keys(localMigrations)
const here = import.meta.dirname

test('the steps are numbered without a gap, thirty of the first day, each later one in its file', () => {
  expect(steps.map((step) => Number(step.slice(0, 4)))).toEqual(steps.map((_, index) => index + 1))
  const files = readdirSync(here).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  expect([...Object.keys(firstSteps), ...files.map((file) => file.replace(/\.ts$/, ''))]).toEqual(steps)
  expect(Object.keys(firstSteps)).toHaveLength(30)
  expect(localMigrationCount).toBe(steps.length)
})

test('the steps together make the schema of the snapshot', async () => {
  await expect(await schemaOf()).toMatchFileSnapshot('schema.snapshot.sql')
})

test('a shipped step is as it was when it shipped', () => {
  const frozen = readFileSync(join(here, 'frozen.txt'), 'utf8').trim().split('\n')
  const now = frozen.map((line) => {
    const [, file = ''] = line.split('  ')
    return `${createHash('sha256')
      .update(readFileSync(join(here, file)))
      .digest('hex')}  ${file}`
  })
  expect(now).toEqual(frozen)
})

test('the baseline stands for the first steps, and makes what they make one after another', async () => {
  expect(localBaseline.steps).toEqual(steps.slice(0, localBaseline.steps.length))
  expect(await schemaOf(withBaseline(localBaseline, localMigrations))).toBe(await schemaOf())
  const covered = Object.fromEntries(
    Object.entries(localMigrations).filter(([step]) => localBaseline.steps.includes(step)),
  )
  expect(await schemaOf(withBaseline(localBaseline, {}))).toBe(await schemaOf(covered))
})

test('a database of an earlier Lectern gets the schema of a new one, and has its rows', async () => {
  const packed = join(here, '../../tests/fixtures/databases/follow-0030.db.gz')
  const folder = mkdtempSync(join(tmpdir(), 'lectern-earlier-'))
  const file = join(folder, 'follow.db')
  writeFileSync(file, gunzipSync(readFileSync(packed)))
  const db = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: databaseAt(file) }),
  })
  await migrateAll(db, localMigrations)
  expect(await statementsOf(db)).toBe(await schemaOf(withBaseline(localBaseline, localMigrations)))
  expect(await db.selectFrom('entries').select('title').orderBy('id').execute()).toEqual([
    { title: 'Entry 1' },
    { title: 'Entry 2' },
  ])
  expect(
    await db.selectFrom('entryStatus').select(['entryId', 'unread']).orderBy('entryId').execute(),
  ).toEqual([
    { entryId: 'e1', unread: 0 },
    { entryId: 'e2', unread: 1 },
  ])
  expect(await db.selectFrom('journalChanges').select('stepId').execute()).toEqual([{ stepId: 'j1' }])
  await db.destroy()
  rmSync(folder, { recursive: true })
})

/** The schema of a new database after some migrations. */
async function schemaOf(migrations: Readonly<Record<string, Migration>> = localMigrations): Promise<string> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: databaseAt(':memory:') }) })
  await migrateAll(db, migrations)
  const schema = await statementsOf(db)
  await db.destroy()
  return schema
}

async function migrateAll<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  expect(error).toBeUndefined()
}

/** All statements in the schema, by name. */
async function statementsOf<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select "sql" from "sqlite_schema" where "sql" is not null and "name" not like 'kysely%' and "name" not like 'sqlite%'
    order by "tbl_name", "type" desc, "name"`.execute(db)
  return `${rows.map((row) => `${row.sql};`).join('\n')}\n`
}

function databaseAt(path: string) {
  const raw = new DatabaseSync(path)
  return {
    close: () => raw.close(),
    prepare: (text: string) => {
      const statement = raw.prepare(text)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
        run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
      }
    },
  }
}

test('rows of the earlier journal can still be undone after the migration', async () => {
  const db = new Kysely<{
    journal: { id: string; title: string; undo: string; at: number }
    journalChanges: { id: string; stepId: string; undo: string; redo: string | null }
  }>({ dialect: new SqliteDialect({ database: databaseAt(':memory:') }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => localMigrations } })
  await migrator.migrateTo('0031-entry-texts')
  const row = { title: '{"key":"k","values":{}}', undo: '{"name":"n","args":1}' }
  await db
    .insertInto('journal')
    .values([
      { id: 'b', at: 2, ...row },
      { id: 'a', at: 1, ...row },
    ])
    .execute()
  await migrator.migrateToLatest()
  const journaled = await db.selectFrom('journal').selectAll().execute()
  expect(journaled).toMatchObject([
    { place: 1, id: 'a', title: row.title, origin: 'command', undoneAt: null },
    { place: 2, id: 'b' },
  ])
  const changes = await db.selectFrom('journalChanges').selectAll().execute()
  expect(changes).toMatchObject([
    { id: 'a', stepId: 'a', undo: row.undo, redo: null },
    { id: 'b', stepId: 'b' },
  ])
  await db.destroy()
})
