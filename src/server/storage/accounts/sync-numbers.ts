/** Small numbers for feeds and folders, a sequence per user: Fever clients store them in 32 bits. */
import { batches, idList } from '../engine/id-list.ts'
import type { Storage } from '../open.ts'

type Numbered = 'feed' | 'folder'
type Key = { readonly userId: string; readonly kind: Numbered }

/** A concurrent request may assign the same number; the unique key lets one of the two win. */
const ATTEMPTS = 5

/** The number of each name; a name keeps its number forever, and new names get the next ones. */
export async function numbersOf(
  storage: Storage,
  key: Key,
  names: readonly string[],
): Promise<Map<string, number>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const existing = await alreadyNumbered(storage, key, names)
    const fresh = [...new Set(names)].filter((name) => !existing.has(name))
    if (fresh.length === 0) return existing
    await number(storage, key, fresh)
  }
  throw new Error(`${names.length} names of kind ${key.kind} could not be numbered`)
}

/** The names of some numbers; unknown numbers are omitted. */
export async function namesOf(
  { db }: Storage,
  { userId, kind }: Key,
  numbers: readonly number[],
): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('syncNumbers')
    .select('name')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('number', 'in', numbers)
    .execute()
  return rows.map(({ name }) => name)
}

async function alreadyNumbered(
  { db, kind: engine }: Storage,
  { userId, kind }: Key,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('syncNumbers')
    .select(['name', 'number'])
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('name', 'in', idList(engine, names))
    .execute()
  return new Map(rows.map((row) => [row.name, row.number]))
}

async function number({ db }: Storage, { userId, kind }: Key, names: readonly string[]): Promise<void> {
  await db.transaction().execute(async (on) => {
    const { last } = await on
      .selectFrom('syncNumbers')
      .select((is) => is.fn.coalesce(is.fn.max('number'), is.val(0)).as('last'))
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    const rows = names.map((name, at) => ({ userId, kind, name, number: Number(last) + 1 + at }))
    for (const batch of batches(rows))
      await on
        .insertInto('syncNumbers')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}
