/** PGlites that tests take turns with: emptying one takes a fraction of what making one does. */
import { PGlite } from '@electric-sql/pglite'
import type { PGliteDialectConfig } from 'kysely'

type Lent = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>
type Idle = { readonly pglite: PGlite; readonly original: Original }
/** What a database held when it was made. */
type Original = {
  /** Changes with each table, index, trigger and function that is made or dropped. */
  readonly schema: string
  /** JSON of the rows of each table that had some. */
  readonly rows: ReadonlyMap<string, string>
}

const idle: Idle[] = []

/**
 * An empty database, until it is closed.
 * @param file a PGlite with tables and the rows that a new database has
 */
export async function lendPGlite(file: Blob): Promise<Lent> {
  const { pglite, original } = (await usedBefore()) ?? (await made(file))
  let closed = false
  const open = () => {
    if (closed) throw new Error('PGlite is closed')
    return pglite
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
      idle.push({ pglite, original })
    },
  } as Lent
}

async function made(file: Blob): Promise<Idle> {
  const pglite = await PGlite.create({ loadDataDir: file })
  const rows = new Map<string, string>()
  for (const table of await tablesWithRows(pglite)) {
    const { rows: all } = await pglite.query<{ json: string }>(
      `select json_agg(t)::text as json from ${table} t`,
    )
    rows.set(table, all[0]?.json ?? '[]')
  }
  return { pglite, original: { schema: await schemaOf(pglite), rows } }
}

/** One that a test has closed, emptied; one whose schema the test changed is thrown away. */
async function usedBefore(): Promise<Idle | undefined> {
  const last = idle.pop()
  if (!last) return undefined
  const { pglite, original } = last
  await pglite.exec('discard all')
  if ((await schemaOf(pglite)) !== original.schema) {
    await pglite.close()
    return usedBefore()
  }
  const tables = await tablesWithRows(pglite)
  if (tables.length > 0) await pglite.exec(`truncate ${tables.join(', ')} restart identity cascade`)
  // The rows are put back as they were, in any order: without triggers and the checks of references.
  await pglite.exec('set session_replication_role = replica')
  for (const [table, json] of original.rows)
    await pglite.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      json,
    ])
  await pglite.exec('reset session_replication_role')
  return last
}

async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(
    `select concat_ws(' ', (select count(*) || '/' || max(oid) from pg_class),
      (select count(*) || '/' || max(oid) from pg_proc), (select count(*) || '/' || max(oid) from pg_trigger),
      (select count(*) || '/' || max(oid) from pg_constraint)) as schema`,
  )
  return rows[0]?.schema ?? ''
}

async function tablesWithRows(pglite: PGlite): Promise<readonly string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const { rows: filled } = await pglite.query<{ name: string }>(
    rows.map(({ name }) => `(select '${name}' as name from ${name} limit 1)`).join(' union all '),
  )
  return filled.map(({ name }) => name)
}
