/** Effects of changes that the server has not accepted yet. The changes themselves are in the outbox file. */
import { reach, type EntryEffect, type OutboxRow } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'
import type { Db } from '../schema.ts'
import { unreadDeltaBy, lay, replay } from './effects.ts'
import { addToJournal } from './journal.ts'

type UnreadDelta = Record<string, number>

export const outbox: Handlers<
  'outbox.all' | 'outbox.begin' | 'outbox.accepted' | 'outbox.refused' | 'outbox.heard'
> = {
  'outbox.all': async (db, _, { rows }) => {
    const deltas = new Map((await storedDeltas(db)).map(({ id, unreadDelta }) => [id, unreadDelta]))
    return rows().map((row) => ({ ...row, unreadDelta: parsed<UnreadDelta>(deltas.get(row.id) ?? '{}') }))
  },
  'outbox.begin': async (db, { journal, ...row }, { hasEnded }) => {
    if (hasEnded(row.id)) return { unreadDelta: {}, settled: true }
    if (journal) await addToJournal(db, journal)
    return { unreadDelta: await layPending(db, row) }
  },
  'outbox.accepted': async (db, ids) => {
    for (const id of ids) {
      const effect = await drop(db, id)
      if (effect) await confirm(db, effect)
    }
  },
  'outbox.refused': async (db, ids) => {
    for (const id of ids) {
      const effect = await drop(db, id)
      if (effect) await replay(db, reach(effect))
    }
  },
  'outbox.heard': confirm,
}

/**
 * Derives the pending effects from the outbox: after a kill between the file and the database, or for a database that
 * was rebuilt.
 */
export async function derivePendingEffects(db: Db, rows: readonly OutboxRow[]): Promise<void> {
  const stored = await storedDeltas(db)
  const pending = rows.filter(({ effect }) => effect !== null)
  if (stored.length === pending.length && stored.every(({ id }, at) => id === pending[at]?.id)) return
  const deltas = new Map(stored.map(({ id, unreadDelta }) => [id, unreadDelta]))
  await db.deleteFrom('pendingEffects').execute()
  for (const row of pending) {
    const unreadDelta = deltas.get(row.id)
    if (unreadDelta === undefined) await layPending(db, row)
    else await insert(db, row, unreadDelta)
  }
  await replay(db, null)
}

/**
 * Applies the effect of a change.
 * @returns how many local entries of each feed changed their read mark; the same again after a lost response
 */
async function layPending(db: Db, row: OutboxRow): Promise<UnreadDelta> {
  if (row.effect === null) return {}
  const laid = await db
    .selectFrom('pendingEffects')
    .select('unreadDelta')
    .where('id', '=', row.id)
    .executeTakeFirst()
  if (laid) return parsed(laid.unreadDelta)
  const unreadDelta = await unreadDeltaBy(db, row.effect)
  await lay(db, 'pending', row.effect, null)
  await insert(db, row, JSON.stringify(unreadDelta))
  return unreadDelta
}

const insert = (db: Db, { id, effect }: OutboxRow, unreadDelta: string) =>
  db
    .insertInto('pendingEffects')
    .values({ id, effect: JSON.stringify(effect), unreadDelta })
    .execute()

/** The server has accepted it. */
async function confirm(db: Db, effect: EntryEffect): Promise<void> {
  await lay(db, 'confirmed', effect, null)
  await replay(db, reach(effect))
}

async function drop(db: Db, id: string): Promise<EntryEffect | null> {
  const row = await db
    .deleteFrom('pendingEffects')
    .where('id', '=', id)
    .returning('effect')
    .executeTakeFirst()
  return row ? parsed<EntryEffect>(row.effect) : null
}

const storedDeltas = (db: Db) =>
  db.selectFrom('pendingEffects').select(['id', 'unreadDelta']).orderBy('place').execute()
