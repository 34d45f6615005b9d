/** Changes that the server has not accepted yet, and what they make the user see. */
import { reach, type EntryEffect, type StoredOutboxRow, type OutboxRow } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'
import type { Db, Schema } from '../schema.ts'
import { unreadDeltaBy, lay, replay } from './effects.ts'
import { addToJournal } from './journal.ts'

export const outbox: Handlers<
  'outbox.all' | 'outbox.begin' | 'outbox.accepted' | 'outbox.refused' | 'outbox.heard'
> = {
  'outbox.all': allRows,
  'outbox.begin': async (db, row) => {
    // Asked again after a lost answer, it must neither flip twice nor answer otherwise.
    const known = await db.selectFrom('outbox').select('flipped').where('id', '=', row.id).executeTakeFirst()
    if (known) return { unreadDelta: unreadDeltaOf(known) }
    if (row.journal) await addToJournal(db, row.journal)
    return begun(db, row)
  },
  'outbox.accepted': async (db, ids) => {
    for (const id of ids) {
      const effect = effectOf(await drop(db, id))
      if (effect) await confirm(db, effect)
    }
  },
  'outbox.refused': async (db, ids) => {
    for (const id of ids) {
      const effect = effectOf(await drop(db, id))
      if (effect) await replay(db, reach(effect))
    }
  },
  'outbox.heard': confirm,
}

/** Every change kept, oldest first. */
export async function allRows(db: Db): Promise<StoredOutboxRow[]> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('place').execute()
  return rows.map((row) => {
    const { id, noun, name, args, effect, at } = row
    return {
      id,
      noun,
      name,
      args: parsed(args),
      effect: effect === null ? null : parsed<EntryEffect>(effect),
      at,
      unreadDelta: unreadDeltaOf(row),
    }
  })
}

/** Keeps the change and lays its effect on what shows. */
export async function begun(db: Db, row: OutboxRow): Promise<{ unreadDelta: Record<string, number> }> {
  const unreadDelta = row.effect ? await unreadDeltaBy(db, row.effect) : {}
  if (row.effect) await lay(db, 'pending', row.effect, null)
  await db
    .insertInto('outbox')
    .values({
      id: row.id,
      noun: row.noun,
      name: row.name,
      args: JSON.stringify(row.args ?? null),
      effect: row.effect && JSON.stringify(row.effect),
      at: row.at,
      flipped: JSON.stringify(unreadDelta),
    })
    .execute()
  return { unreadDelta }
}

/** The server holds it now. */
async function confirm(db: Db, effect: EntryEffect): Promise<void> {
  await lay(db, 'confirmed', effect, null)
  await replay(db, reach(effect))
}

const drop = (db: Db, id: string): Promise<Stored | undefined> =>
  db.deleteFrom('outbox').where('id', '=', id).returning('effect').executeTakeFirst()

const unreadDeltaOf = ({ flipped: unreadDelta }: Pick<Schema['outbox'], 'flipped'>): Record<string, number> =>
  unreadDelta === null ? {} : parsed(unreadDelta)

type Stored = Pick<Schema['outbox'], 'effect'>
const effectOf = (row: Stored | undefined): EntryEffect | null =>
  row?.effect ? parsed<EntryEffect>(row.effect) : null
