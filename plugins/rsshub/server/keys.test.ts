import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { createBuiltInHost } from '../../../src/server/plugins/built-in-host.ts'
import { createFeedFields } from '../../../src/server/feeds/feed-fields.ts'
import { createFeedSchemes } from '../../../src/server/feeds/fetch/schemes.ts'
import type { Services } from '../../../src/server/http/routes.ts'
import type { Storage } from '../../../src/server/storage/open.ts'
import { up } from '../migrations/0001-instances.ts'
import manifest from '../plugin.ts'
import { openKeys } from './keys.ts'
import type { Db } from './tables.ts'

/** The keys of a server with this secret, and what seals the open ones at its start. */
function keysOf(secret: string, storage: Storage) {
  const config = { AI_BASE_URL: '', AI_MODEL: '' }
  const services = {
    config,
    storage,
    feedSchemes: createFeedSchemes(),
    feedFields: createFeedFields(),
  } as unknown as Services
  const { host, added } = createBuiltInHost(services, manifest, secret)
  return { ...openKeys(host), sealOpen: added.sealOpen }
}

const SECRET = 'a secret that only this test knows'
const unused = await openTestStorage()
const keys = keysOf(SECRET, unused)

test('a key is encrypted in storage and decrypted with the same secret only', () => {
  const stored = keys.close('open sesame')
  expect(stored).not.toContain('sesame')
  expect(keys.open(stored)).toBe('open sesame')
  expect(keysOf('another secret altogether', unused).open(stored)).toBeNull()
  expect(keys.open(`${stored?.slice(0, -4)}AAAA`)).toBeNull()
  expect([keys.close(null), keys.open(null)]).toEqual([null, null])
})

describe.each(kinds)('keys on %s', (kind) => {
  test('that were stored before there were seals are sealed at the next start, once', async () => {
    const storage = await openTestStorage(kind)
    const db = storage.db as unknown as Db
    try {
      await up(storage.db as unknown as Kysely<unknown>)
      const row = { ownerUserId: await seedUser(storage), description: null, price: 0, userLimit: null }
      const times = { errorMessage: null, errorAt: null, checkedAt: 0, createdAt: 0 }
      const put = (id: string, accessKey: string | null) =>
        db
          .insertInto('rsshubInstances')
          .values({ ...row, ...times, id, baseUrl: `https://${id}.example`, accessKey })
          .execute()
      await put('old', 'open sesame')
      await put('open', null)
      const stored = async () => {
        const all = await db.selectFrom('rsshubInstances').select(['id', 'accessKey']).orderBy('id').execute()
        return all.map(({ accessKey }) => accessKey)
      }
      await keysOf(SECRET, storage).sealOpen()
      const once = await stored()
      expect(once.map(keys.open)).toEqual(['open sesame', null])
      expect(once[0]).not.toContain('sesame')
      await keysOf(SECRET, storage).sealOpen()
      expect(await stored()).toEqual(once)
    } finally {
      await storage.close()
    }
  })
})
