import { labelKey, type LabelColor } from '../../contract/label-names.ts'
import { formatQuery } from '../../contract/query/format.ts'
import { createTable } from '../../core/index.ts'
import { registerTable } from '../outbox/tables.ts'

/** A label of the user. Each label that it is in is a row too. */
export type UserLabel = { readonly name: string; readonly color: LabelColor | null }

declare module '../outbox/tables.ts' {
  interface TableRows {
    labels: UserLabel
  }
}

/** By the key of the name. */
export const labels = createTable<UserLabel>()
registerTable('labels', labels)
/** In the order of names, each before those within it. */
export const $labels = labels.$rows.map((rows): readonly UserLabel[] =>
  [...rows].toSorted(([one], [other]) => (orderOf(one) < orderOf(other) ? -1 : 1)).map(([, row]) => row),
)
/** A slash sorts before everything else: `a/b` is between `a` and `a b`. */
const orderOf = (key: string): string => key.replaceAll('/', '\u0001')

/** The colour of a label by its name. */
export const $labelColors = labels.$rows.map(
  (rows) =>
    (name: string): LabelColor | null =>
      rows.get(labelKey(name))?.color ?? null,
)

/** The query of a label's timeline. */
export const labelQuery = (name: string): string => formatQuery({ where: { kind: 'label', name } })
