/** PGlites that tests reuse: emptying one takes a hundredth of the time of creating one. */
import { PGlite } from '@electric-sql/pglite'
import type { PGliteDialectConfig } from 'kysely'

type Lent = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>
type Idle = {
  readonly pglite: PGlite
  readonly original: Original
  /** How many rows of each table were deleted since the table was vacuumed. */
  readonly deleted: Map<string, number>
}
/** The content of a new database. */
type Original = {
  /** Changes with each table, column, index, trigger and function that is created or dropped. */
  readonly schema: string
  readonly tables: readonly string[]
  /** The tables that had no rows: all but the records of migrations. */
  readonly empty: readonly string[]
  readonly sequences: readonly string[]
}

/** PGlite has no autovacuum, and a scan reads deleted rows, too. */
const VACUUM_AFTER_ROWS = 2000

const idle: Idle[] = []

/**
 * An empty database, until it is closed.
 * @param file a PGlite with the tables and rows of a new database
 */
export async function lendPGlite(file: () => Promise<Blob>): Promise<Lent> {
  const lent = (await usedBefore()) ?? (await made(await file()))
  let closed = false
  const open = () => {
    if (closed) throw new Error('PGlite is closed')
    return lent.pglite
  }
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed
    },
    query: async (...input: Parameters<PGlite['query']>) => open().query(...input),
    transaction: async (run) => open().transaction(run),
    close: async () => {
      closed = true
      idle.push(lent)
    },
  } as Lent
}

async function made(file: Blob): Promise<Idle> {
  const pglite = await PGlite.create({ loadDataDir: file })
  const tables = await tablesOf(pglite)
  const counted = await pglite.exec(tables.map((name) => `select from ${name} limit 1`).join(';'))
  const empty = tables.filter((_, at) => counted[at]?.rows.length === 0)
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  )
  const sequences = rows.map(({ name }) => name)
  const original = { schema: await schemaOf(pglite), tables, empty, sequences }
  return { pglite, original, deleted: new Map() }
}

/** A closed one, emptied; one whose schema the test changed is discarded. */
async function usedBefore(): Promise<Idle | undefined> {
  const last = idle.pop()
  if (!last) return undefined
  const { pglite, original } = last
  await pglite.exec('discard all')
  await dropAdded(last)
  if ((await schemaOf(pglite)) !== original.schema) {
    await pglite.close()
    return usedBefore()
  }
  await deleteRows(last)
  return last
}

/** Plugins have tables of their own. */
async function dropAdded({ pglite, original }: Idle): Promise<void> {
  const added = (await tablesOf(pglite)).filter((name) => !original.tables.includes(name))
  if (added.length > 0) await pglite.exec(`drop table ${added.join(', ')} cascade`)
}

/**
 * Without triggers and the checks of references, so that no order matters. `truncate` would recreate the files of each table and
 * index, also of all that refer to it.
 */
async function deleteRows({ pglite, original, deleted }: Idle): Promise<void> {
  const results = await pglite.exec(
    [
      'set session_replication_role = replica',
      ...original.empty.map((name) => `delete from ${name}`),
      ...original.sequences.map((name) => `alter sequence ${name} restart`),
      'reset session_replication_role',
    ].join(';'),
  )
  for (const [at, name] of original.empty.entries()) {
    const sum = (deleted.get(name) ?? 0) + (results[at + 1]?.rowCount ?? 0)
    deleted.set(name, sum)
    if (sum <= VACUUM_AFTER_ROWS) continue
    await pglite.exec(`vacuum ${name}`)
    await pglite.exec(`reindex table ${name}`)
    deleted.set(name, 0)
  }
}

async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(
    `select concat_ws(' ', (select count(*) || '/' || max(oid) from pg_class),
      (select count(*) || '/' || max(oid) from pg_proc), (select count(*) || '/' || max(oid) from pg_trigger),
      (select count(*) || '/' || max(oid) from pg_constraint),
      (select count(*) from pg_attribute where not attisdropped)) as schema`,
  )
  return rows[0]?.schema ?? ''
}

async function tablesOf(pglite: PGlite): Promise<readonly string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  return rows.map(({ name }) => name)
}
