/** Changes of entries that a plugin makes. Those of one call are one step of undo. */
import { attach, scopeBind } from 'effector'
import type { ChangeOrigin } from '../../local/calls.ts'
import { entrySummariesLoaded } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import type { EntryStatus } from '../entries/types.ts'
import { $changeGroup, changeGroupEnded, changeGroupStarted } from '../journal/index.ts'
import { readMarked } from '../reads/index.ts'
import { $services } from '../services.ts'
import { starsSet } from '../stars/index.ts'

export type EntryChange = { readonly read?: boolean; readonly starred?: boolean }
export type EntryChangeRequest = {
  readonly ids: readonly string[]
  readonly change: EntryChange
  readonly origin: ChangeOrigin
}

/** The ids that a change affects: the others have the state already, or are unknown. */
export type ChangedIds = { readonly read: readonly string[]; readonly starred: readonly string[] }

const applyFx = attach({
  source: { services: $services, statuses: $statuses, group: $changeGroup },
  effect: ({ services, statuses, group }, { ids, change, origin }: EntryChangeRequest): ChangedIds => {
    const { read, starred } = change
    const changedBy = (isChanged: (status: EntryStatus) => boolean) =>
      [...new Set(ids)].filter((id) => {
        const status = statuses.get(id)
        return status !== undefined && isChanged(status)
      })
    const changed = {
      read: changedBy((status) => read !== undefined && status.read !== read),
      starred: changedBy((status) => starred !== undefined && (status.starredAt !== null) !== starred),
    }
    // Within a command of the user the changes are part of its step.
    const own = group === null ? services.newId() : null
    if (own !== null) changeGroupStarted({ id: own, command: null })
    if (read !== undefined && changed.read.length > 0) readMarked({ ids: changed.read, read, origin })
    if (starred !== undefined && changed.starred.length > 0)
      starsSet({ ids: changed.starred, starred, origin })
    if (own !== null) changeGroupEnded(own)
    return changed
  },
})

/** Loads unlisted entries from follow.db, then changes them. */
export const changeEntriesFx = attach({
  source: { services: $services, statuses: $statuses },
  effect: async ({ services, statuses }, request: EntryChangeRequest): Promise<ChangedIds> => {
    const loaded = scopeBind(entrySummariesLoaded, { safe: true })
    const apply = scopeBind(applyFx, { safe: true })
    const missing = request.ids.filter((id) => !statuses.has(id))
    if (missing.length > 0) loaded(await services.local.call('entries.heads', missing))
    return apply(request)
  },
})
