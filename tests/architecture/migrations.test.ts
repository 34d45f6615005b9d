import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstSteps } from '../../migrations/local/first-steps.ts'
import { serverMigrations } from '../../migrations/server/index.ts'
import { smallSteps } from '../../migrations/server/small-steps.ts'
import { tableSteps } from '../../migrations/server/tables.ts'
import { createMigrate } from '../../src/server/backup/migrate.ts'
import { openTestStorage } from '../support/storage.ts'
import { top } from './imports.ts'

const steps = (folder: string) =>
  [
    ...new Set([
      ...Object.keys(folder === 'local' ? firstSteps : { ...tableSteps, ...smallSteps }),
      ...readdirSync(join(top, 'migrations', folder))
        .filter((name) => /^\d{4}-.*\.ts$/.test(name) && !name.endsWith('.test.ts'))
        .map((name) => name.replace(/\.ts$/, '')),
    ]),
  ].toSorted()

test.each(['local', 'server'])('the %s steps are numbered from 1 without a gap', (folder) => {
  const numbers = steps(folder).map((name) => Number(name.slice(0, 4)))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('there are the thirty local steps that the spec names, or more', () => {
  expect(steps('local').length).toBeGreaterThanOrEqual(30)
})

test('the server runs every step that lies in the folder, in its order', () => {
  expect(Object.keys(serverMigrations)).toEqual(steps('server'))
})

/** SQLite's index of texts and the tables that SQLite makes for it. */
const TEXT_INDEX = /^entryTexts(Index|Terms)/

test('both engines end with the same tables and columns', async () => {
  const sqlite = await openTestStorage('sqlite')
  const postgres = await openTestStorage('pglite')
  const migrate = await createMigrate()
  for (const storage of [sqlite, postgres]) await migrate(storage, null)
  const shape = async (storage: typeof sqlite) =>
    (await storage.db.introspection.getTables())
      .filter(({ name }) => !TEXT_INDEX.test(name))
      .map(
        (table) =>
          `${table.name}: ${table.columns
            .map((column) => column.name)
            .toSorted()
            .join(' ')}`,
      )
      .toSorted()
  expect(await shape(postgres)).toEqual(await shape(sqlite))
  await sqlite.close()
  await postgres.close()
})
