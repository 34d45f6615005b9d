import { attach, sample } from 'effector'
import { createTable } from '../../core/index.ts'
import type { StoredHighlight } from '../../local/calls.ts'
import { localRowsLoaded } from '../app/ready.ts'
import { registerTable } from '../outbox/tables.ts'
import { $services } from '../services.ts'

/** A highlight of the user, or a note on an entry. */
export type UserHighlight = StoredHighlight

declare module '../outbox/tables.ts' {
  interface TableRows {
    highlights: UserHighlight
  }
}

/** By id. */
export const highlights = createTable<UserHighlight>()
registerTable('highlights', highlights)

const readFx = attach({ source: $services, effect: ({ local }) => local.call('highlights.all') })
sample({ clock: localRowsLoaded, fn: () => {}, target: readFx })
sample({
  clock: readFx.doneData,
  fn: (rows) => new Map(rows.map((row) => [row.id, row])),
  target: highlights.replaced,
})

/** All of them, the newest first. */
export const $highlights = highlights.$rows.map((rows): readonly UserHighlight[] =>
  [...rows.values()].toSorted(
    (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
  ),
)
/** By the id of the entry, the oldest first. */
export const $highlightsByEntry = $highlights.map((all): ReadonlyMap<string, readonly UserHighlight[]> =>
  Map.groupBy(all.toReversed(), ({ entryId }) => entryId),
)
