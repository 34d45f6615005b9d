import { passkey } from '@better-auth/passkey'
import { getMigrations } from 'better-auth/db/migration'
import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { authOptions, authPlugins } from './auth.ts'

let server: TestServer
afterEach(() => server.close())

/** The comparison takes a connection, not an adapter. */
const optionsOf = ({ services }: TestServer) => {
  const input = { secret: 'x'.repeat(40), limits: true, passkey }
  const { db, kind } = services.storage
  return {
    ...authOptions(services, input),
    database: { db, type: kind },
    plugins: authPlugins(services, input),
  }
}

test.each(kinds)('our own tables hold all that better-auth wants, on %s', async (kind) => {
  server = await startTestServer({ kind })
  const options = optionsOf(server)
  const { toBeCreated, toBeAdded } = await getMigrations(options)
  expect(toBeCreated.map(({ table }) => table)).toEqual([])
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([])
})

test('the comparison sees a table that is missing', async () => {
  server = await startTestServer()
  await server.storage.db.schema.dropTable('rateLimit').execute()
  const options = optionsOf(server)
  const { toBeCreated } = await getMigrations(options)
  expect(toBeCreated.map(({ table }) => table)).toEqual(['rateLimit'])
})
