/** Locks as lease rows, which this process renews until it releases them. */
import { randomUUID } from 'node:crypto'
import { acquireLeases, releaseLeases, renewLeases, type Lease } from '../storage/processes/leases.ts'
import type { Storage } from '../storage/open.ts'
import type { Locks } from './site-locks.ts'

export type LeaseLocks = Locks & {
  /** Extends all own leases. @returns the names that another process has acquired meanwhile */
  readonly renew: () => Promise<string[]>
  /** Releases all own leases. */
  readonly close: () => Promise<void>
}
type OwnLease = Lease & { acquired: boolean }
type Request = { readonly lease: OwnLease; readonly answer: (acquired: boolean | null) => void }

/**
 * Requests that arrive while a statement runs are combined into the next one. @param options.owner names this process
 * @param options.ms how long a lease lasts without being renewed
 */
export function createLeaseLocks(storage: Storage, options: { owner: string; ms: number }): LeaseLocks {
  /** By name, including those being acquired. */
  const ownLeases = new Map<string, OwnLease>()
  let requests: Request[] = []
  let released: Lease[] = []
  let working: Promise<void> | null = null

  const round = async (): Promise<void> => {
    const [ending, beginning] = [released, requests]
    released = []
    requests = []
    // One that cannot be deleted expires.
    await releaseLeases(storage, ending).catch(() => undefined)
    const leases = beginning.map(({ lease }) => lease)
    const acquired = await acquireLeases(storage, leases, options).catch(() => null)
    for (const { lease, answer } of beginning) {
      lease.acquired = acquired?.has(lease.name) ?? false
      if (!lease.acquired) ownLeases.delete(lease.name)
      answer(acquired && lease.acquired)
    }
  }
  const work = async (): Promise<void> => {
    while (requests.length > 0 || released.length > 0) await round()
    working = null
  }
  return {
    take(name) {
      if (ownLeases.has(name)) return Promise.resolve(false)
      const lease = { name, token: randomUUID(), acquired: false }
      ownLeases.set(name, lease)
      return new Promise((answer) => {
        requests.push({ lease, answer })
        working ??= work()
      })
    },
    give(name) {
      const lease = ownLeases.get(name)
      if (!lease) return
      ownLeases.delete(name)
      released.push(lease)
      working ??= work()
    },
    async renew() {
      const leases = [...ownLeases.values()].filter(({ acquired }) => acquired)
      const renewed = await renewLeases(storage, leases, options.ms)
      // One that was released meanwhile is not lost.
      const lost = leases.filter((lease) => !renewed.has(lease.name) && ownLeases.get(lease.name) === lease)
      for (const { name } of lost) ownLeases.delete(name)
      return lost.map(({ name }) => name)
    },
    async close() {
      released.push(...ownLeases.values())
      ownLeases.clear()
      await (working ??= work())
    },
  }
}
