/** A database whose plans PostgreSQL reports, those of triggers and references included (auto_explain; needs a superuser). */
import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import type { Storage } from '../../src/server/storage/open.ts'
import type { Schema } from '../../src/server/storage/schema.ts'

/** Rows from which on a table counts as one that grows. */
const GROWN = 10_000
const INT8 = 20
const OPTIONS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_level=notice',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_wal=on',
  'client_min_messages=notice',
]

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Total Cost': number
  readonly 'WAL Bytes'?: number
  readonly Plans?: readonly Plan[]
}
/**
 * `scans`: the table of each sequential scan of a table that grows. `cost`: as the planner estimates it, in pages read in a row.
 * `wal`: bytes of the log, right after a checkpoint, when the first change of a page writes all of it.
 */
type Explained = { readonly scans: readonly string[]; readonly cost: number; readonly wal: number }

export function openExplained(url: string): {
  readonly storage: Storage
  readonly explain: (work: () => Promise<unknown>) => Promise<Explained>
} {
  let plans: Plan[] = []
  const pool = new pg.Pool({
    connectionString: url,
    options: OPTIONS.map((option) => `-c ${option}`).join(' '),
    types: {
      getTypeParser: (id, format) => (id === INT8 ? Number : pg.types.getTypeParser(id, format)),
    },
  })
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: .* plan:\n([^]*)$/.exec(message)?.[1]
      if (json) plans.push((JSON.parse(json) as { Plan: Plan }).Plan)
    }),
  )
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    storage: { db, kind: 'postgres', close: () => db.destroy() },
    async explain(work) {
      const { rows } = await pool.query<{ relname: string }>(
        `select relname from pg_class where relkind = 'r' and reltuples >= ${GROWN}`,
      )
      const grown = new Set(rows.map(({ relname }) => relname))
      await pool.query('checkpoint')
      plans = []
      await work()
      return {
        scans: plans.flatMap(scansIn).filter((table) => grown.has(table)),
        cost: plans.reduce((sum, plan) => sum + plan['Total Cost'], 0),
        wal: plans.reduce((sum, plan) => sum + (plan['WAL Bytes'] ?? 0), 0),
      }
    },
  }
}

const scansIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
]
