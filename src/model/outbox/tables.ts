/** The tables that changes may draft on. */
import type { Draft, Table } from '../../core/index.ts'
import { statuses } from '../entries/statuses.ts'
import { counts, feeds, subscriptions } from '../subscriptions/tables.ts'

export const tables = { subscriptions, feeds, counts, statuses }
export type TableName = keyof typeof tables
type RowOf<Name extends TableName> = (typeof tables)[Name] extends Table<infer Row> ? Row : never

/** What a change makes of the rows, by table. */
export type Drafts = { readonly [Name in TableName]?: Draft<RowOf<Name>> }
export const tableNames = Object.keys(tables) as readonly TableName[]

/** What is visible, of all tables. */
export const visibleRows = {
  subscriptions: subscriptions.$rows,
  feeds: feeds.$rows,
  counts: counts.$rows,
  statuses: statuses.$rows,
}
export type Visible = { readonly [Name in TableName]: ReadonlyMap<string, RowOf<Name>> }

/** Whether a change would change anything that is loaded. */
export function changesSomething(drafts: Drafts, visible: Visible): boolean {
  const patches = [
    drafts.subscriptions?.(visible.subscriptions),
    drafts.feeds?.(visible.feeds),
    drafts.counts?.(visible.counts),
    drafts.statuses?.(visible.statuses),
  ]
  return patches.some((patch) => patch !== null && patch !== undefined && Object.keys(patch).length > 0)
}
