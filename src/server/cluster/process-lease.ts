/** The lease of this process among those on one PostgreSQL. */
import { randomInt } from 'node:crypto'
import PQueue from 'p-queue'
import type pg from 'pg'
import { createIds } from '../../core/ids.ts'
import type { Log } from '../log.ts'
import { createSiteLocks, type Locks, type SiteLock } from './site-locks.ts'

export type ProcessLease = {
  /** Creates ids that are unique across processes. */
  readonly newId: () => string
  /** Limits requests to a site to two at once, over all processes. */
  readonly turn: SiteLock
  readonly close: () => Promise<void>
}

/** Any number, equal in all processes: the class of advisory locks that number the processes. */
const NODES = 4_310_002
const NODE_COUNT = 4096
const RETRY_MS = 5000

/** The lease of a process with a database of its own. */
export const soleProcess = (): ProcessLease => ({
  newId: createIds(randomInt(NODE_COUNT), Date.now),
  turn: (_site, work) => work(),
  close: async () => undefined,
})

/** @param url postgres://… @throws when the database is unreachable or all numbers are in use */
export async function acquireProcessLease(url: string, log: Log): Promise<ProcessLease> {
  const { Client } = (await import('pg')).default
  const closed = new AbortController()
  let client: pg.Client | null = null
  let node = randomInt(NODE_COUNT)
  let makeId = createIds(node, Date.now)

  /** Without its connection a process continues: only the limit across processes is lost meanwhile. */
  const lost = (cause: unknown): void => {
    if (!client || closed.signal.aborted) return
    client = null
    log.warn('The process lease was lost and is being acquired again', { cause })
    again()
  }
  const again = (): void => {
    setTimeout(() => {
      if (!closed.signal.aborted) sit().catch(again)
    }, RETRY_MS).unref()
  }
  const sit = async (): Promise<void> => {
    const fresh = new Client({ connectionString: url, keepAlive: true })
    fresh.on('error', lost)
    await fresh.connect()
    try {
      const free = await freeNode(fresh, node)
      // Another process may have acquired the number while the connection was lost.
      if (free !== node) makeId = createIds(free, Date.now)
      node = free
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
  }
  await sit()
  // One query at a time, as on any connection.
  const queries = new PQueue({ concurrency: 1 })
  const enqueue = <T>(query: (on: pg.Client) => Promise<T>): Promise<T | null> =>
    queries.add(async () => (client ? query(client) : null)).catch(() => null)
  const locks: Locks = {
    take: (family, key) => enqueue((on) => tried(on, family, key)),
    give: (family, key) => void enqueue((on) => on.query('select pg_advisory_unlock($1, $2)', [family, key])),
  }
  return {
    newId: () => makeId(),
    turn: createSiteLocks(locks, closed.signal),
    async close() {
      closed.abort()
      await queries.onIdle()
      await client?.end().catch(() => undefined)
    },
  }
}

/** @param first is tried before the others */
async function freeNode(client: pg.Client, first: number): Promise<number> {
  for (let attempt = 0; attempt < NODE_COUNT; attempt += 1) {
    const node = (first + attempt) % NODE_COUNT
    if (await tried(client, NODES, node)) return node
  }
  throw new Error(`${NODE_COUNT} processes already use this database.`)
}

async function tried(client: pg.Client, family: number, key: number): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1, $2) as ours', [
    family,
    key,
  ])
  return rows[0]?.ours === true
}
