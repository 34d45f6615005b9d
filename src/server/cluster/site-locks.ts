/** Limits concurrent requests to a site across all processes that share the locks. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Locks visible to all processes, by two 32-bit numbers. One process may acquire the same lock twice. */
export type Locks = {
  /** @returns whether the lock was acquired; null when the lock service is unreachable */
  readonly take: (family: number, key: number) => Promise<boolean | null>
  readonly give: (family: number, key: number) => void
}
/** Runs the work when the site has a free slot. */
export type SiteLock = <T>(site: string, work: () => Promise<T>) => Promise<T>

/** Any numbers, equal in all processes: one for each slot of a site. */
const SLOT_FAMILIES = [4_310_100, 4_310_101] as const
const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 500

/** @param closed ends all waiting: the work then runs, and detects the shutdown itself */
export function createSiteLocks(locks: Locks, closed: AbortSignal): SiteLock {
  const heldLocks = new Set<string>()
  /** @returns the slot, or null where it has to wait; undefined where the lock service is unreachable */
  const acquireSlot = async (site: string, key: number): Promise<number | null | undefined> => {
    for (const family of SLOT_FAMILIES) {
      const name = `${family} ${site}`
      if (heldLocks.has(name)) continue
      // Before the result arrives, so that two requests of this process do not both count on this slot.
      heldLocks.add(name)
      const ours = await locks.take(family, key)
      if (ours) return family
      heldLocks.delete(name)
      if (ours === null) return undefined
    }
    return null
  }
  return async (site, work) => {
    const key = keyOf(site)
    const mine = await waited(() => acquireSlot(site, key), closed)
    try {
      return await work()
    } finally {
      if (mine !== null) {
        heldLocks.delete(`${mine} ${site}`)
        locks.give(mine, key)
      }
    }
  }
}

/** Polls with back-off: a slot is usually free again within a request or two. */
async function waited(
  acquireSlot: () => Promise<number | null | undefined>,
  closed: AbortSignal,
): Promise<number | null> {
  for (let wait = FIRST_WAIT_MS; !closed.aborted; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
    const slot = await acquireSlot()
    if (slot === undefined) return null
    if (slot !== null) return slot
    await pause(wait * (0.5 + Math.random()), undefined, { signal: closed }).catch(() => undefined)
  }
  return null
}

/** Two sites whose hashes collide share their slots, which is harmless. */
const keyOf = (site: string): number => createHash('sha1').update(site).digest().readInt32BE(0)
