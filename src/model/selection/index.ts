/** Entries and subscriptions that the user selected. Commands act on them instead of the current one. */
import { createEvent, sample } from 'effector'
import { $currentEntryId } from '../entries/state.ts'
import { $location, sourceKey } from '../location/index.ts'
import { $currentRow, $tree } from '../subscriptions/tree.ts'
import { idsIn, indexOfId, idText } from '../timeline/ids.ts'
import { $timelineIds } from '../timeline/rows.ts'
import { entryStepped } from '../timeline/state.ts'
import { createSelection, type SelectableList } from './create-selection.ts'

const entries = createSelection({
  $list: $timelineIds.map(({ ids }): SelectableList => ({
    between: (from, to) => {
      const end = indexOfId(ids, to)
      const start = indexOfId(ids, from)
      if (end === -1) return []
      return idsIn(ids, Math.min(end, start === -1 ? end : start), Math.max(end, start) + 1)
    },
    all: () => Array.from(ids, idText),
  })),
  $current: $currentEntryId,
  clearedOn: $location.map(({ view, source }) => `${view} ${sourceKey(source)}`),
})
export const $selection = entries.$selection
export const selectionToggled = entries.toggled
export const selectionExtended = entries.extended
/** Selects every listed entry. */
export const allSelected = entries.allSelected
export const selectionCleared = entries.cleared

/** Opens the entry that many rows further and selects all up to it, beginning with the open one. */
export const selectionStepped = createEvent<{ by: number }>()
sample({
  clock: selectionStepped,
  source: $currentEntryId,
  filter: (id: string | null): id is string => id !== null,
  target: entries.anchored,
})
sample({ clock: selectionStepped, target: entryStepped })
sample({
  clock: sample({ clock: selectionStepped, source: $currentEntryId }),
  filter: (id) => id !== null,
  fn: (id) => ({ id: id ?? '' }),
  target: selectionExtended,
})

const $treeIds = $tree.map((rows) => rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))
const subscriptions = createSelection({
  $list: $treeIds.map((ids): SelectableList => ({
    between: (from, to) => {
      const end = ids.indexOf(to)
      const start = ids.indexOf(from)
      if (end === -1) return []
      return ids.slice(Math.min(end, start === -1 ? end : start), Math.max(end, start) + 1)
    },
    all: () => ids,
  })),
  $current: $currentRow.map((row) => row?.subscriptionId ?? null),
  clearedOn: $location.map(({ view }) => view),
})
/** Subscriptions that the user selected in the tree. */
export const $subscriptionSelection = subscriptions.$selection
export const subscriptionToggled = subscriptions.toggled
export const subscriptionRangeExtended = subscriptions.extended
export const allSubscriptionsSelected = subscriptions.allSelected
export const subscriptionSelectionCleared = subscriptions.cleared
