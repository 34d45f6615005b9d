import { attach } from 'effector'
import type { ReceivedEntry } from '../../local/calls.ts'
import { $mutationVersion } from '../outbox/mutation-version.ts'
import { $services } from '../services.ts'

/**
 * Stores received entries. If a mutation was sent or acknowledged during the request, the response's read marks may be
 * stale: then only entries that follow.db lacks are stored, the others wait for the next fetch.
 */
export const storeEntriesFx = attach({
  source: { services: $services, writes: $mutationVersion },
  effect: async ({ services, writes }, { entries, requestedAt }: Received): Promise<StoreResult> => {
    const { local } = services
    if (writes === requestedAt) return { whole: true, changed: await local.call('entries.put', entries) }
    const existing = await local.call(
      'entries.heads',
      entries.map(({ id }) => id),
    )
    const existingIds = new Set(existing.map(({ id }) => id))
    const changed = await local.call(
      'entries.put',
      entries.filter(({ id }) => !existingIds.has(id)),
    )
    return { whole: false, changed }
  },
})
type Received = { readonly entries: readonly ReceivedEntry[]; readonly requestedAt: number }
/** whole: the complete response was stored; changed: ids of the entries that differed before. */
export type StoreResult = { readonly whole: boolean; readonly changed: readonly string[] }
/** Stores a response, bound to its scope and to the mutation version at which it was requested. */
export type StoreEntries = (entries: readonly ReceivedEntry[]) => Promise<StoreResult>
