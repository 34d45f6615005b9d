import { createEvent, createStore, sample, type Store, type Unit } from 'effector'

export type Selection = {
  /** In the order in which they were selected. */
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
  /** The selection before the range began: reversing the direction deselects rows. */
  readonly base: ReadonlySet<string>
}

/** The listed ids between two of them, both included, and all of them. An id that is not listed counts as the other one. */
export type SelectableList = {
  readonly between: (from: string, to: string) => readonly string[]
  readonly all: () => readonly string[]
}

const empty: Selection = { ids: new Set(), anchor: null, base: new Set() }

/** A set of rows that the user selected in a list. @param cleared.on clears it, as when another list is shown */
export function createSelection(options: {
  readonly $list: Store<SelectableList>
  /** The row under the cursor. */
  readonly $current: Store<string | null>
  readonly clearedOn: Unit<unknown>
}) {
  const { $list, $current, clearedOn } = options
  /** Selects a row, or deselects it. */
  const toggled = createEvent<{ id: string }>()
  /** Selects from the last toggled row, or the current one, to this one. */
  const extended = createEvent<{ id: string }>()
  /** A range begins at this row, unless one has begun. */
  const anchored = createEvent<string>()
  const allSelected = createEvent()
  const cleared = createEvent()
  const rangeSelected = createEvent<{ anchor: string | null; range: readonly string[] }>()

  const $selection = createStore<Selection>(empty, { serialize: 'ignore' })
    .on(toggled, ({ ids }, { id }) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      return { ids: next, anchor: id, base: next }
    })
    .on(anchored, (selection, id) => (selection.anchor === null ? { ...selection, anchor: id } : selection))
    .on(rangeSelected, ({ base }, { anchor, range }) => ({ ids: new Set([...base, ...range]), anchor, base }))
    .reset([cleared, clearedOn])

  sample({
    clock: extended,
    source: { list: $list, selection: $selection, current: $current },
    fn: ({ list, selection, current }, { id }) => {
      const anchor = selection.anchor ?? current ?? id
      return { anchor, range: list.between(anchor, id) }
    },
    target: rangeSelected,
  })
  sample({
    clock: allSelected,
    source: { list: $list, selection: $selection },
    fn: ({ list, selection }) => ({ anchor: selection.anchor, range: list.all() }),
    target: rangeSelected,
  })
  return { $selection, toggled, anchored, extended, allSelected, cleared }
}
