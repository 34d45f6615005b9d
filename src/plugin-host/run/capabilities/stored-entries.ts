/** The entries that this browser stores, for plugins. */
import { attach, createEvent, sample } from 'effector'
import { $currentEntryId } from '../../../model/entries/index.ts'
import type { Services } from '../../../model/services.ts'
import { $timelineIds, idsIn, indexOfId } from '../../../model/timeline/index.ts'
import type { ClientHost } from '../../../plugin-api/client.ts'
import type { Trigger } from '../app-scope.ts'

type ListRequest = { readonly limit: number; readonly resolve: (ids: readonly string[]) => void }

const listRequested = createEvent<ListRequest>()
const resolveFx = attach({
  source: { timeline: $timelineIds, current: $currentEntryId },
  effect({ timeline: { ids }, current }, { limit, resolve }: ListRequest) {
    const from = current === null ? 0 : Math.max(0, indexOfId(ids, current))
    resolve(idsIn(ids, from, from + limit))
  },
})
sample({ clock: listRequested, target: resolveFx })

export function createStoredEntries(
  trigger: Trigger,
  local: Services['local'],
): Pick<ClientHost, 'listedEntries' | 'entryHeads'> {
  const entryHeads: ClientHost['entryHeads'] = async (ids) => {
    const heads = await local.call('entries.heads', ids)
    return ids.flatMap((id) => heads.find((head) => head.id === id) ?? [])
  }
  return {
    entryHeads,
    async listedEntries(limit) {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>()
      trigger(listRequested, { limit, resolve })
      return entryHeads(await promise)
    },
  }
}
