import { afterEach, describe, expect, test } from 'vitest'
import { serverMigrations } from '../../../../migrations/server/index.ts'
import { seedEntries, seedFeed } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import type { Storage } from '../open.ts'

describe.each(kinds)('rewrites of an older database, on %s', (kind) => {
  let storage: Storage
  afterEach(() => storage.close())

  test('lose in outcomes what is beyond the bounds, and switch off rules that are beyond them', async () => {
    storage = await openTestStorage(kind)
    const { db } = storage
    const userId = await seedUser(storage)
    const [entryId = ''] = await seedEntries(storage, await seedFeed(storage), [{}])
    const fitting = { from: 'a', to: 'b'.repeat(1999) }
    const result = {
      star: true,
      rewriteRules: [
        fitting,
        { from: 'a', to: 'b'.repeat(2001) },
        ...Array.from({ length: 12 }, () => fitting),
      ],
    }
    const bounded = { star: true, rewriteRules: Array.from({ length: 10 }, () => fitting) }
    const rules = [
      { name: 'long', condition: [], result },
      { name: 'short', condition: [], result: { star: true } },
    ]
    await db
      .insertInto('actions')
      .values({
        userId,
        rules: JSON.stringify(rules),
        watchesStatus: 0,
        secret: 's',
        createdAt: 0,
        updatedAt: 0,
      })
      .execute()
    await db
      .insertInto('entryActions')
      .values({ userId, entryId, result: JSON.stringify(result), blocked: 0 })
      .execute()
    const act = {
      userId,
      entryId,
      rule: 'r',
      name: 'n',
      position: 0,
      starred: 0,
      marked: 0,
      at: 0,
    } as const
    await db
      .insertInto('ruleActs')
      .values({ ...act, cause: 'arrival', result: JSON.stringify(result), labels: null, run: null })
      .execute()

    await serverMigrations['0054-bounded-rewrites'].up(db as never)

    const outcome = await db.selectFrom('entryActions').select('result').executeTakeFirstOrThrow()
    expect(JSON.parse(outcome.result)).toEqual(bounded)
    const stored = await db.selectFrom('ruleActs').select('result').executeTakeFirstOrThrow()
    expect(JSON.parse(stored.result)).toEqual(bounded)
    const saved = await db.selectFrom('actions').select('rules').executeTakeFirstOrThrow()
    expect(JSON.parse(saved.rules)).toEqual([
      { name: 'long', condition: [], result: { ...result, disabled: true } },
      rules[1],
    ])
  })
})
