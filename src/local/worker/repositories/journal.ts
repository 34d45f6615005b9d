/** The user's changes, each with its inverse, in steps that are undone and repeated as a whole. */
import { sql } from 'kysely'
import type { JournalMark, JournalRow, JournalStep, JournalWrite, NamedChange } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'
import type { Db, Schema } from '../schema.ts'

/** Older steps are removed. */
const MAX_STEPS = 100

export const journal: Handlers<
  | 'journal.add'
  | 'journal.newest'
  | 'journal.marksOf'
  | 'journal.undo'
  | 'journal.redo'
  | 'journal.revise'
  | 'journal.remove'
> = {
  'journal.add': addToJournal,
  'journal.newest': async (db) => {
    const [undo, redo] = [await newestStep(db), await lastUndone(db)]
    return { undo: undo ? toRow(undo) : null, redo: redo ? toRow(redo) : null }
  },
  'journal.marksOf': marksOf,
  'journal.undo': async (db, { id, at }) => {
    const row = id === null ? await newestStep(db) : await stepOf(db, id)
    if (!row || row.undoneAt !== null) return null
    const step = await withChanges(db, row)
    if (step.changes.some(({ undo }) => undo === null)) return step
    if (step.changes.some(({ redo }) => redo === null)) {
      await removeSteps(db, [row.id])
      return step
    }
    // Later than any other, so that the order of two undos within a millisecond is known.
    const last = await lastUndone(db)
    const undoneAt = Math.max(at, (last?.undoneAt ?? 0) + 1)
    await db.updateTable('journal').set({ undoneAt }).where('id', '=', row.id).execute()
    return { ...step, undoneAt }
  },
  'journal.redo': async (db) => {
    const row = await lastUndone(db)
    if (!row) return null
    const step = await withChanges(db, row)
    await removeSteps(db, [row.id])
    return step
  },
  'journal.revise': async (db, { id, undo, title }) => {
    if (undo)
      await db
        .updateTable('journalChanges')
        .set({ undo: JSON.stringify(undo) })
        .where('id', '=', id)
        .execute()
    const row = title && (await stepOf(db, id))
    if (row)
      await db
        .updateTable('journal')
        .set({ title: JSON.stringify(title) })
        .where('id', '=', row.id)
        .execute()
  },
  'journal.remove': async (db, ids) => {
    const removed = await db.deleteFrom('journalChanges').where('id', 'in', ids).returning('stepId').execute()
    const emptied: string[] = []
    for (const stepId of new Set(removed.map((row) => row.stepId)))
      if ((await changesOf(db, stepId)).length === 0) emptied.push(stepId)
    await removeSteps(db, emptied)
    return emptied
  },
}

/** Adds a change to its step, which its first change creates. A repetition changes nothing. */
export async function addToJournal(db: Db, { row, change, repeats }: JournalWrite): Promise<void> {
  const added = await db
    .selectFrom('journalChanges')
    .select('id')
    .where('id', '=', change.id)
    .executeTakeFirst()
  if (added) return
  const { at, origin } = row
  const title = JSON.stringify(row.title)
  const command = row.command && JSON.stringify(row.command)
  const known = await db.selectFrom('journal').select('undoneAt').where('id', '=', row.id).executeTakeFirst()
  // Another tab has undone the step: the change is a step of its own.
  const id = known && known.undoneAt !== null ? change.id : row.id
  if (known?.undoneAt === null)
    await db.updateTable('journal').set({ at, title }).where('id', '=', id).execute()
  else {
    if (!repeats) await removeSteps(db, await idsOf(db, 'undone'))
    await db.insertInto('journal').values({ id, at, title, origin, groupId: row.group, command }).execute()
    await removeSteps(db, await idsOf(db, 'old'))
  }
  await db
    .insertInto('journalChanges')
    .values({
      id: change.id,
      stepId: id,
      undo: change.undo && JSON.stringify(change.undo),
      redo: change.redo && JSON.stringify(change.redo),
    })
    .execute()
}

/** The changes of single entries name them; those of a whole timeline are found by the id on the marked rows. */
async function marksOf(db: Db, entryId: string): Promise<readonly JournalMark[]> {
  const status = await db
    .selectFrom('entryStatus')
    .select(['batch', 'pendingBatch'])
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  const batches = [status?.batch, status?.pendingBatch].filter((id) => id !== null && id !== undefined)
  const rows = await db
    .selectFrom('journalChanges as c')
    .innerJoin('journal as j', 'j.id', 'c.stepId')
    .select(['c.id', 'c.redo', 'j.at', 'j.origin', 'j.command'])
    .where('j.undoneAt', 'is', null)
    .where((of) =>
      of.or([
        of(sql<number>`instr("c"."redo", ${JSON.stringify(entryId)})`, '>', 0),
        ...(batches.length > 0 ? [of('c.id', 'in', batches)] : []),
      ]),
    )
    .orderBy('c.place', 'desc')
    .execute()
  return rows.flatMap(({ id, redo, at, origin, command }): JournalMark[] => {
    const read = batches.includes(id) ? true : redo === null ? null : markIn(parsed(redo), entryId)
    const cause = { at, origin: origin as JournalMark['origin'], command: command && parsed(command) }
    return read === null ? [] : [{ read, ...cause } as JournalMark]
  })
}

/** @returns null: the change did not mark the entry */
function markIn(change: NamedChange, entryId: string): boolean | null {
  const { entries, read } = change.args as { entries?: readonly { id?: string }[]; read?: boolean }
  return typeof read === 'boolean' && Array.isArray(entries) && entries.some(({ id }) => id === entryId)
    ? read
    : null
}

type Row = Omit<Schema['journal'], 'place'>

const newestStep = (db: Db): Promise<Row | undefined> =>
  db
    .selectFrom('journal')
    .selectAll()
    .where('undoneAt', 'is', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()

const lastUndone = (db: Db): Promise<Row | undefined> =>
  db
    .selectFrom('journal')
    .selectAll()
    .where('undoneAt', 'is not', null)
    .orderBy('undoneAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The step with this id, or with a change of this id. */
async function stepOf(db: Db, id: string): Promise<Row | undefined> {
  const change = await db
    .selectFrom('journalChanges')
    .select('stepId')
    .where('id', '=', id)
    .executeTakeFirst()
  return db
    .selectFrom('journal')
    .selectAll()
    .where('id', '=', change?.stepId ?? id)
    .executeTakeFirst()
}

async function idsOf(db: Db, which: 'undone' | 'old'): Promise<string[]> {
  const rows =
    which === 'undone'
      ? await db.selectFrom('journal').select('id').where('undoneAt', 'is not', null).execute()
      : await db
          .selectFrom('journal')
          .select('id')
          .orderBy('place', 'desc')
          .limit(-1)
          .offset(MAX_STEPS)
          .execute()
  return rows.map(({ id }) => id)
}

async function removeSteps(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('journalChanges').where('stepId', 'in', ids).execute()
  await db.deleteFrom('journal').where('id', 'in', ids).execute()
}

const changesOf = (db: Db, stepId: string) =>
  db.selectFrom('journalChanges').selectAll().where('stepId', '=', stepId).orderBy('place').execute()

async function withChanges(db: Db, row: Row): Promise<JournalStep> {
  const changes = await changesOf(db, row.id)
  return {
    ...toRow(row),
    changes: changes.map(({ id, undo, redo }) => ({
      id,
      undo: undo === null ? null : parsed(undo),
      redo: redo === null ? null : parsed(redo),
    })),
  }
}

const toRow = ({ id, at, title, origin, groupId, command, undoneAt }: Row): JournalRow => ({
  id,
  at,
  title: parsed<JournalRow['title']>(title),
  origin: origin as JournalRow['origin'],
  group: groupId,
  command: command === null ? null : parsed(command),
  undoneAt,
})
