import { attach } from 'effector'
import type { ReceivedEntry } from '../../local/calls.ts'
import { $writes } from '../outbox/writes.ts'
import { $services } from '../services.ts'

/**
 * Keeps entries that the server described. Where a write of ours crossed the answer, its marks may be older than ours:
 * then only entries that follow.db does not have are kept, the others wait for the next fetch.
 * Answers whether the whole answer was kept.
 */
export const receiveEntriesFx = attach({
  source: { services: $services, writes: $writes },
  effect: async (
    { services: { local }, writes },
    { entries, askedAt }: { entries: readonly ReceivedEntry[]; askedAt: number },
  ) => {
    if (writes === askedAt) {
      await local.call('entries.put', entries)
      return true
    }
    const held = await local.call(
      'entries.heads',
      entries.map(({ id }) => id),
    )
    const known = new Set(held.map(({ id }) => id))
    await local.call(
      'entries.put',
      entries.filter(({ id }) => !known.has(id)),
    )
    return false
  },
})
/** How an answer is handed over, bound to its scope and to the count of writes at which it was asked. */
export type Receive = (entries: readonly ReceivedEntry[]) => Promise<boolean>
