/** The optimistic tables by name. The module that owns a table registers it. */
import { createEvent, createStore, sample } from 'effector'
import type { OptimisticUpdate, Rows, Table } from '../../core/index.ts'

/**
 * The rows of each table. Owners add theirs:
 * `declare module '…/outbox/tables.ts' { interface TableRows { lists: List } }`.
 */
// Filled by declaration merging.
export interface TableRows {}
export type TableName = keyof TableRows

/** The optimistic updates of a mutation, by table. */
export type OptimisticUpdates = { readonly [Name in TableName]?: OptimisticUpdate<TableRows[Name]> }
export type VisibleRows = { readonly [Name in TableName]?: Rows<TableRows[Name]> }

/** Adds the optimistic updates of a mutation to their tables. */
export const updatesApplied = createEvent<{ readonly id: string; readonly updates: OptimisticUpdates }>()
/** Another user: every table is emptied. */
export const tablesCleared = createEvent()

/** The visible rows of every table; a table that never had rows is absent. */
export const $visibleRows = createStore<VisibleRows>({}, { serialize: 'ignore' })

type AnyTable = Table<unknown>
const tables = new Map<TableName, AnyTable>()
/** Every registered table with its name. */
export const registeredTables = (): readonly (readonly [TableName, AnyTable])[] => [...tables]

/** @throws when the name is taken */
export function registerTable<Name extends TableName>(name: Name, table: Table<TableRows[Name]>): void {
  if (tables.has(name)) throw new Error(`There are two tables named ${name}`)
  tables.set(name, table as unknown as AnyTable)
  $visibleRows.on(table.$rows, (all, rows) => ({ ...all, [name]: rows }))
  sample({
    clock: updatesApplied.filterMap(({ id, updates }) => {
      const update: OptimisticUpdate<TableRows[Name]> | undefined = updates[name]
      return update && { mutationId: id, update }
    }),
    target: table.begun,
  })
  sample({ clock: tablesCleared, fn: (): Rows<TableRows[Name]> => new Map(), target: table.replaced })
}

/** Whether the updates would change any loaded row. */
export const changesRows = (updates: OptimisticUpdates, visible: VisibleRows): boolean =>
  (Object.keys(updates) as TableName[]).some((name) => {
    const update = updates[name] as OptimisticUpdate<unknown> | undefined
    const patch = update?.((visible[name] ?? new Map()) as Rows<unknown>)
    return patch !== null && patch !== undefined && Object.keys(patch).length > 0
  })
