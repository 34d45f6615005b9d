import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { guestBundle, installBundle } from '../../tests/support/guest-plugin.ts'
import { startPluginServer } from '../../tests/support/plugin-server.ts'

test('rows of a plugin’s own tables take room', async () => {
  const plugin = await startPluginServer('readwise', 'sqlite', { env: { ACCOUNT_MB: '1' } })
  onTestFinished(plugin.close)
  const bundle = guestBundle({ id: 'one' }).replace('"client":""', `"client":"/*${'x'.repeat(500_000)}*/"`)
  const { db } = plugin.server.storage
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const rows = db as unknown as Kysely<{ readwiseSaves: Record<string, unknown> }>
  await rows
    .insertInto('readwiseSaves')
    .values({ userId, entryId: 'e', url: `https://example.org/${'x'.repeat(600_000)}`, savedAt: 0 })
    .execute()
  expect(await (await installBundle(plugin.user, bundle)).json()).toMatchObject({ code: 97007 })
  await rows.deleteFrom('readwiseSaves').execute()
})
