import { attach } from 'effector'
import type { ReceivedEntry } from '../../local/calls.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'

/**
 * Keeps entries that the server described. Where a write of ours crossed the answer, its marks may be older than ours:
 * then only entries that follow.db does not have are kept, the others wait for the next fetch.
 */
export const storeEntriesFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { entries, askedAt }: Received): Promise<StoreResult> => {
    const { local } = services
    if (writes === askedAt) return { whole: true, changed: await local.call('entries.put', entries) }
    const there = await local.call(
      'entries.heads',
      entries.map(({ id }) => id),
    )
    const known = new Set(there.map(({ id }) => id))
    const changed = await local.call(
      'entries.put',
      entries.filter(({ id }) => !known.has(id)),
    )
    return { whole: false, changed }
  },
})
type Received = { readonly entries: readonly ReceivedEntry[]; readonly askedAt: number }
/** Whether the whole answer was kept, and which of its entries were not so before. */
export type StoreResult = { readonly whole: boolean; readonly changed: readonly string[] }
/** How an answer is handed over, bound to its scope and to the count of writes at which it was asked. */
export type StoreEntries = (entries: readonly ReceivedEntry[]) => Promise<StoreResult>
