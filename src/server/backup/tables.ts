/** The tables of a database by introspection, in an order in which they can be filled. */
import { sql } from 'kysely'
import type { Storage } from '../storage/open.ts'

/** The conversion that makes a value equal on both engines. */
export type ColumnKind = 'plain' | 'truth' | 'time' | 'bytes'
export type Table = {
  readonly name: string
  readonly columns: ReadonlyMap<string, ColumnKind>
  /** Tables that must be filled first. */
  readonly after: readonly string[]
}

/**
 * Kysely's migration tables, ours and the plugins', counts that triggers maintain, and the leases of running processes: each
 * database has its own.
 */
const BOOKS =
  /_migration(_lock)?$|^(feed|read)Counts$|^entryTexts(Pending)?$|^readingTimes$|^storyKeys$|^leases$/

/**
 * References that triggers enforce: marks refer to entries and users (migrations 0017 and 0019); a private
 * subscription marks its feed unless it is marked already (0022).
 */
const ENFORCED_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  reads: ['entries', 'user'],
  subscriptions: ['privateFeeds'],
}

export async function tablesOf(storage: Pick<Storage, 'db' | 'kind'>): Promise<Table[]> {
  const tables = storage.kind === 'sqlite' ? await ofSqlite(storage) : await ofPostgres(storage)
  return inOrder(tables.filter(({ name }) => !BOOKS.test(name)))
}

/** Names of migration tables, with their applied steps. */
export async function migrationsOf(storage: Storage): Promise<Record<string, string[]>> {
  const tables = storage.kind === 'sqlite' ? await ofSqlite(storage) : await ofPostgres(storage)
  const steps: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => table.name.endsWith('_migration'))) {
    const { rows } = await sql<{ name: string }>`select name from ${sql.id(name)} order by name`.execute(
      storage.db,
    )
    steps[name] = rows.map((row) => row.name)
  }
  return steps
}

/** Virtual tables (a search index) and their shadow tables are rebuilt automatically. */
async function ofSqlite({ db }: Pick<Storage, 'db'>): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
    db,
  )
  return Promise.all(
    rows.map(async ({ name }) => {
      const columns = await sql<{ name: string; type: string }>`
        select name, type from pragma_table_xinfo(${name}) where hidden = 0`.execute(db)
      const after = await sql<{ table: string }>`
        select distinct "table" from pragma_foreign_key_list(${name})`.execute(db)
      return {
        name,
        columns: new Map(
          columns.rows.map((column): [string, ColumnKind] => [
            column.name,
            /blob/i.test(column.type) ? 'bytes' : 'plain',
          ]),
        ),
        after: [...after.rows.map(({ table }) => table), ...(ENFORCED_BY_TRIGGERS[name] ?? [])],
      }
    }),
  )
}

/** Columns of an extension's types are computed of others, and the next database may not have the extension. */
async function ofPostgres({ db }: Pick<Storage, 'db'>): Promise<Table[]> {
  const columns = await sql<{ table: string; name: string; type: string }>`
    select c.table_name as "table", c.column_name as name, c.data_type as type
    from information_schema.columns as c join information_schema.tables as t
      on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type <> 'USER-DEFINED'
    order by c.table_name, c.ordinal_position`.execute(db)
  const references = await sql<{ table: string; to: string }>`
    select distinct f.relname as "table", t.relname as "to" from pg_constraint as c
    join pg_class as f on f.oid = c.conrelid join pg_class as t on t.oid = c.confrelid
    where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace`.execute(db)
  return [...Map.groupBy(columns.rows, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: new Map(own.map((column): [string, ColumnKind] => [column.name, kindOf(column.type)])),
    after: [
      ...references.rows.flatMap(({ table, to }) => (table === name ? [to] : [])),
      ...(ENFORCED_BY_TRIGGERS[name] ?? []),
    ],
  }))
}

function kindOf(type: string): ColumnKind {
  if (type === 'boolean') return 'truth'
  if (type.startsWith('timestamp')) return 'time'
  return type === 'bytea' ? 'bytes' : 'plain'
}

/** Topological order: referenced tables first. @throws for circular references */
function inOrder(tables: readonly Table[]): Table[] {
  const names = new Set(tables.map(({ name }) => name))
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, after }) =>
        !placed.has(name) && after.every((other) => other === name || placed.has(other) || !names.has(other)),
    )
    if (next.length === 0) throw new Error('Some tables refer to one another in a circle.')
    for (const table of next) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}
