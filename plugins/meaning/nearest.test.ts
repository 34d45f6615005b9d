import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed } from '../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../tests/support/storage.ts'
import { tablesOf } from '../../src/server/backup/tables.ts'
import { vectorExtensionOf } from '../../src/server/storage/engine/vector-extension.ts'
import type { Storage } from '../../src/server/storage/open.ts'
import { up } from './migrations/0001-meaning.ts'
import { addNear, nearest } from './server/nearest.ts'
import { putEntries, type Db } from './server/stored.ts'
import { packed } from './server/vectors.ts'

/** More than are compared at once. */
const ENTRIES = 1100

let storage: Storage
afterEach(() => storage.close())

/** From -1 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}
const vectorOf = (random: () => number, dimensions: number): Uint8Array => {
  const vector = packed(Array.from({ length: dimensions }, random))
  if (!vector) throw new Error('It has no direction')
  return vector
}

/** Vectors of 48 dimensions, of two users, and of a few entries in a space of 32. */
async function filled(kind: (typeof databases)[number][0]) {
  storage = await openTestStorage(kind)
  await up(storage.db as never)
  const db = storage.db as unknown as Db
  const [userId, other] = [await seedUser(storage), await seedUser(storage)]
  const entryIds = await seedEntries(
    storage,
    await seedFeed(storage),
    Array.from({ length: ENTRIES }, (_, at) => ({ guid: `guid ${at}` })),
  )
  const random = randomOf(7)
  const rowOf = (entryId: string, at: number) => {
    const dimensions = at % 100 === 3 ? 32 : 48
    const space = `model:${dimensions}`
    return { userId, entryId, space, hash: '', vector: vectorOf(random, dimensions), seenAt: 0 }
  }
  const rows = entryIds.map(rowOf)
  for (let at = 0; at < rows.length; at += 500) await putEntries(db, rows.slice(at, at + 500))
  const [first = ''] = entryIds
  await putEntries(db, [{ ...rowOf(first, 0), userId: other }])
  const wanted = (vector: Uint8Array, dimensions = 48) => ({
    userId,
    space: `model:${dimensions}`,
    vector,
    limit: 100,
    except: entryIds[5] ?? null,
  })
  return { db, rows, wanted, random }
}

const databases = [
  ['sqlite', 'sqlite-vec'],
  ['pglite', null],
  ['pgvector', 'pgvector'],
] as const
const tested = databases.filter(([kind]) => kinds.includes(kind === 'pgvector' ? 'pglite' : kind))

describe.each(tested)('the nearest entries on %s', (kind, extension) => {
  test('are those that this process finds', async () => {
    const { db, rows, wanted, random } = await filled(kind)
    const by = await vectorExtensionOf(storage)
    expect(by).toBe(extension)
    if (by === 'pgvector') {
      await addNear(db)
      await addNear(db)
    }
    const vectors = [rows[0]!.vector, rows[5]!.vector, vectorOf(random, 48), vectorOf(random, 48)]
    const searches = [...vectors.map((vector) => wanted(vector)), wanted(vectorOf(random, 32), 32)]
    for (const search of searches) {
      const exact = await nearest(db, null, search)
      const found = await nearest(db, by, search)
      expect(found.map(({ id }) => id)).toEqual(exact.map(({ id }) => id))
      for (const [at, { nearness }] of found.entries()) {
        expect(nearness).toBeCloseTo(exact[at]?.nearness ?? Number.NaN, 5)
        expect(nearness).toBeLessThanOrEqual(1)
      }
      expect(found).toHaveLength(search.space === 'model:32' ? 11 : 100)
      expect(found.map(({ id }) => id)).not.toContain(search.except)
    }
    expect((await nearest(db, by, searches[0]!))[0]).toMatchObject({ id: rows[0]!.entryId })

    // A changed vector is found by its new direction, and a backup needs no extension.
    await putEntries(db, [{ ...rows[9]!, vector: vectors[2]! }])
    expect((await nearest(db, by, searches[2]!))[0]).toMatchObject({ id: rows[9]!.entryId })
    const table = (await tablesOf(storage)).find(({ name }) => name === 'meaningEntries')
    expect([...(table?.columns.keys() ?? [])].toSorted()).toEqual(Object.keys(rows[0]!).toSorted())
  })

  test.runIf(extension === 'pgvector')(
    'are found when the extension is dropped, and added again',
    async () => {
      const { db, rows, wanted } = await filled(kind)
      const search = wanted(rows[0]!.vector)
      await vectorExtensionOf(storage)
      await addNear(db)
      await sql`drop extension vector cascade`.execute(storage.db)
      await putEntries(db, [{ ...rows[9]!, vector: rows[0]!.vector }])
      const exact = await nearest(db, null, search)
      expect(exact.slice(0, 2).map(({ id }) => id)).toEqual([rows[0]!.entryId, rows[9]!.entryId])
      expect(await vectorExtensionOf(storage)).toBe(extension)
      await addNear(db)
      const found = await nearest(db, extension, search)
      expect(found.map(({ id }) => id)).toEqual(exact.map(({ id }) => id))
    },
  )
})
