import { describe, expect, test } from 'vitest'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { createInstanceKeys, sealOpenKeys } from './keys.ts'

const keys = createInstanceKeys('a secret that only this test knows')

test('a key is encrypted in storage and decrypted with the same secret only', () => {
  const stored = keys.close('open sesame')
  expect(stored).not.toContain('sesame')
  expect(keys.open(stored)).toBe('open sesame')
  expect(createInstanceKeys('another secret altogether').open(stored)).toBeNull()
  expect(keys.open(`${stored?.slice(0, -4)}AAAA`)).toBeNull()
  expect([keys.close(null), keys.open(null)]).toEqual([null, null])
})

describe.each(kinds)('keys on %s', (kind) => {
  test('that were stored before there were seals are sealed at the next start, once', async () => {
    const storage = await openTestStorage(kind)
    try {
      const row = { ownerUserId: await seedUser(storage), description: null, price: 0, userLimit: null }
      const times = { errorMessage: null, errorAt: null, checkedAt: 0, createdAt: 0 }
      const put = (id: string, accessKey: string | null) =>
        storage.db
          .insertInto('rsshubInstances')
          .values({ ...row, ...times, id, baseUrl: `https://${id}.example`, accessKey })
          .execute()
      await put('old', 'open sesame')
      await put('open', null)
      const stored = async () => {
        const all = await storage.db
          .selectFrom('rsshubInstances')
          .select(['id', 'accessKey'])
          .orderBy('id')
          .execute()
        return all.map(({ accessKey }) => accessKey)
      }
      await sealOpenKeys(storage, keys)
      const once = await stored()
      expect(once.map(keys.open)).toEqual(['open sesame', null])
      expect(once[0]).not.toContain('sesame')
      await sealOpenKeys(storage, keys)
      expect(await stored()).toEqual(once)
    } finally {
      await storage.close()
    }
  })
})
