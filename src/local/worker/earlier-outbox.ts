/** The outbox as it was before migration 39: a table of the database. */
import type { Database } from 'sql.js'
import type { EntryEffect, OutboxRow } from '../calls.ts'
import { answer } from './pragmas.ts'
import { parsed } from './row-shape.ts'

/** @returns the changes of a database that no later version has opened yet, oldest first; else none */
export function earlierOutbox(raw: Database): readonly OutboxRow[] {
  if (answer(raw, `select 1 from "sqlite_schema" where "name" = 'outbox'`) === undefined) return []
  const [result] = raw.exec(
    'select "id", "noun", "name", "args", "effect", "at" from "outbox" order by "place"',
  )
  return (result?.values ?? []).map(([id, noun, name, args, effect, at]) => ({
    id: String(id),
    noun: String(noun),
    name: String(name),
    args: parsed(String(args)),
    effect: effect === null ? null : parsed<EntryEffect>(String(effect)),
    at: Number(at),
  }))
}
