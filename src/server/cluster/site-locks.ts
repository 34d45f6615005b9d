/** Limits concurrent requests to a site across all processes that share the locks. */
import { setTimeout as pause } from 'node:timers/promises'

/** Locks visible to all processes, by name. No process can acquire a held one, its holder included. */
export type Locks = {
  /** @returns whether the lock was acquired; null when the lock service is unreachable */
  readonly take: (name: string) => Promise<boolean | null>
  readonly give: (name: string) => void
}
/** Runs the work when the site has a free slot. */
export type SiteLock = <T>(site: string, work: () => Promise<T>) => Promise<T>

const SLOTS = [0, 1] as const
const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 500

/** @param closed ends all waiting: the work then runs, and detects the shutdown itself */
export function createSiteLocks(locks: Locks, closed: AbortSignal): SiteLock {
  /** @returns the lock of a slot, or null where it has to wait; undefined where the lock service is unreachable */
  const acquireSlot = async (site: string): Promise<string | null | undefined> => {
    for (const slot of SLOTS) {
      const name = `site ${slot} ${site}`
      const ours = await locks.take(name)
      if (ours) return name
      if (ours === null) return undefined
    }
    return null
  }
  return async (site, work) => {
    const slot = await waited(() => acquireSlot(site), closed)
    try {
      return await work()
    } finally {
      if (slot !== null) locks.give(slot)
    }
  }
}

/** Polls with back-off: a slot is usually free again within a request or two. */
async function waited(
  acquireSlot: () => Promise<string | null | undefined>,
  closed: AbortSignal,
): Promise<string | null> {
  for (let wait = FIRST_WAIT_MS; !closed.aborted; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
    const slot = await acquireSlot()
    if (slot === undefined) return null
    if (slot !== null) return slot
    await pause(wait * (0.5 + Math.random()), undefined, { signal: closed }).catch(() => undefined)
  }
  return null
}
