/** Entries that the user selected in the timeline. Commands act on them instead of the open entry. */
import { createEvent, createStore, sample } from 'effector'
import { $currentEntryId } from '../entries/state.ts'
import { $location, sourceKey } from '../location/index.ts'
import { idsIn, indexOfId, idText } from '../timeline/ids.ts'
import { $timelineIds } from '../timeline/list.ts'

/** Selects an entry, or takes it out of the selection. */
export const selectionToggled = createEvent<{ id: string }>()
/** Selects from the last toggled entry, or the open one, to this entry. */
export const selectionExtended = createEvent<{ id: string }>()
/** Selects every listed entry. */
export const allSelected = createEvent()
export const selectionCleared = createEvent()

export type Selection = {
  /** In the order in which they were selected. */
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
}
const empty: Selection = { ids: new Set(), anchor: null }
const rangeSelected = createEvent<readonly string[]>()
export const $selection = createStore<Selection>(empty, { serialize: 'ignore' })
  .on(selectionToggled, ({ ids }, { id }) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return { ids: next, anchor: id }
  })
  .on(rangeSelected, ({ ids, anchor }, range) => ({ ids: new Set([...ids, ...range]), anchor }))
  .reset([selectionCleared, $location.map(({ view, source }) => `${view} ${sourceKey(source)}`)])

sample({
  clock: selectionExtended,
  source: { timeline: $timelineIds, selection: $selection, current: $currentEntryId },
  fn: ({ timeline: { ids }, selection, current }, { id }) => {
    const to = indexOfId(ids, id)
    const from = indexOfId(ids, selection.anchor ?? current ?? id)
    return to === -1 ? [] : idsIn(ids, Math.min(to, from === -1 ? to : from), Math.max(to, from) + 1)
  },
  target: rangeSelected,
})
sample({
  clock: allSelected,
  source: $timelineIds,
  fn: ({ ids }) => Array.from(ids, idText),
  target: rangeSelected,
})
