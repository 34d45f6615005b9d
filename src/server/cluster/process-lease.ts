/** The lease of this process among those on one PostgreSQL. */
import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { createIds } from '../../core/ids.ts'
import type { Log } from '../log.ts'
import { leasesOf } from '../storage/processes/leases.ts'
import type { Storage } from '../storage/open.ts'
import { createLeaseLocks } from './lease-locks.ts'
import { createSiteLocks, type Locks, type SiteLock } from './site-locks.ts'

export type ProcessLease = {
  /** Creates ids that are unique across processes. */
  readonly newId: () => string
  /** Limits requests to a site to two at once, over all processes. */
  readonly turn: SiteLock
  readonly close: () => Promise<void>
}

const NODE_COUNT = 4096
/** How long the leases of a dead process last. */
const LEASE_MS = 60_000
/** Of the lease of a process; its number follows. */
const PREFIX = 'process '

/** The lease of a process with a database of its own. */
export const soleProcess = (): ProcessLease => ({
  newId: createIds(randomInt(NODE_COUNT), Date.now),
  turn: (_site, work) => work(),
  close: async () => undefined,
})

/** @param leaseMs how long leases last without being renewed @throws when the database is unreachable or all numbers are in use */
export async function acquireProcessLease(
  storage: Storage,
  log: Log,
  leaseMs: number = LEASE_MS,
): Promise<ProcessLease> {
  const locks = createLeaseLocks(storage, { owner: `${hostname()} ${process.pid}`, ms: leaseMs })
  const closed = new AbortController()
  /** null after another process has acquired it. */
  let node: number | null = await acquireNode(storage, locks)
  let makeId = createIds(node, Date.now)

  /** A process that cannot renew its leases continues: only the limit across processes is lost meanwhile. */
  const renew = async (): Promise<void> => {
    const lost = await locks.renew()
    if (node !== null && lost.includes(`${PREFIX}${node}`)) {
      log.warn(
        'The lease of this process expired and was acquired by another: it continues under another number',
      )
      node = null
    }
    if (node !== null) return
    node = await acquireNode(storage, locks)
    makeId = createIds(node, Date.now)
  }
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renew().catch((cause: unknown) => log.warn('Leases cannot be renewed', { cause }))
  }, leaseMs / 3)
  timer.unref()
  return {
    newId: () => makeId(),
    turn: createSiteLocks(locks, closed.signal),
    async close() {
      closed.abort()
      clearInterval(timer)
      await renewal
      await locks.close()
    },
  }
}

/**
 * Acquires a number: at random one that no process had, else the one that expired first. A process that was only suspended
 * creates ids under its old number until it has renewed its lease.
 */
async function acquireNode(storage: Storage, locks: Locks): Promise<number> {
  const rows = await leasesOf(storage, PREFIX)
  const expiry = new Map(rows.map(({ name, expiresAt }) => [Number(name.slice(PREFIX.length)), expiresAt]))
  const first = randomInt(NODE_COUNT)
  const nodes = Array.from({ length: NODE_COUNT }, (_, at) => (first + at) % NODE_COUNT)
  for (const node of nodes.toSorted((a, b) => (expiry.get(a) ?? 0) - (expiry.get(b) ?? 0)))
    if (await locks.take(`${PREFIX}${node}`)) return node
  throw new Error(`${NODE_COUNT} processes already use this database.`)
}
