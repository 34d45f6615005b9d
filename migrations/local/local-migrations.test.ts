import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { localMigrationCount } from './count.ts'
import { localMigrations } from './index.ts'

const steps = Object.keys(localMigrations)
const here = import.meta.dirname

test('the steps are numbered without a gap, each in its file, thirty from the first day', () => {
  expect(steps.map((step) => Number(step.slice(0, 4)))).toEqual(steps.map((_, index) => index + 1))
  const files = readdirSync(here).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  expect(files.map((file) => file.replace(/\.ts$/, ''))).toEqual(steps)
  expect(steps.length).toBeGreaterThanOrEqual(30)
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

/** All statements that the steps leave in the schema, by name. */
async function schemaOf(): Promise<string> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: emptyDatabase() }) })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => localMigrations },
  }).migrateToLatest()
  expect(error).toBeUndefined()
  const { rows } = await sql<{ sql: string }>`
    select "sql" from "sqlite_schema" where "sql" is not null and "name" not like 'kysely%' and "name" not like 'sqlite%'
    order by "tbl_name", "type" desc, "name"`.execute(db)
  await db.destroy()
  return `${rows.map((row) => `${row.sql};`).join('\n')}\n`
}

function emptyDatabase() {
  const raw = new DatabaseSync(':memory:')
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
  }>({ dialect: new SqliteDialect({ database: emptyDatabase() }) })
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
