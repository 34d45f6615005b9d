/** What the columns of plugins say of entries: requested for the rows that are drawn, in batches, and remembered by entry. */
import { attach, combine, createEffect, createEvent, createStore, sample } from 'effector'
import type { EntryHead } from '../../model/rows.ts'
import { $services } from '../../model/services.ts'
import type { ListCell, ListColumn } from '../feature.ts'
import { $listColumns, listColumnsChanged } from '../registry.ts'

/** Entries of one call, and entries that are remembered of each column. */
const BATCH = 50
const MAX_ENTRIES = 3000

/** null: the column says nothing of it. */
type Cells = ReadonlyMap<string, ListCell | null>
/** By the id of the column. */
type CellsOfColumns = ReadonlyMap<string, Cells>
type CellsRequest = {
  readonly column: ListColumn
  readonly entries: readonly EntryHead[]
  readonly round: number
}

function withCells(
  all: CellsOfColumns,
  { column, entries }: CellsRequest,
  cells: readonly (ListCell | null)[],
) {
  const added = entries.map(({ id }, at) => [id, cells[at] ?? null] as const)
  // The latest are at the end.
  return new Map(all).set(column.id, new Map([...(all.get(column.id) ?? []), ...added].slice(-MAX_ENTRIES)))
}

/** These rows are drawn. */
export const cellsRequested = createEvent<readonly EntryHead[]>()

const cellsFx = attach({
  source: $services,
  effect: async ({ local }, { column, entries }: CellsRequest) => {
    const seconds = await local.call(
      'entries.readingTimes',
      entries.map(({ id }) => id),
    )
    return column.cellsOf(entries.map((entry) => ({ ...entry, readingSeconds: seconds[entry.id] ?? null })))
  },
})
const $drawn = createStore<readonly EntryHead[]>([], { serialize: 'ignore' }).on(
  cellsRequested,
  (_, entries) => entries,
)
/** Counts changes: what was requested before one is dropped. */
const $round = createStore(0, { serialize: 'ignore' }).on(listColumnsChanged, (round) => round + 1)
const cellsReceived = sample({
  clock: cellsFx.finally,
  source: { round: $round, columns: $listColumns },
  filter: ({ round, columns }, { params }) => params.round === round && columns.includes(params.column),
  fn: (_, one) => ({ params: one.params, cells: one.status === 'done' ? one.result : [] }),
})
export const $cells = createStore<CellsOfColumns>(new Map(), { serialize: 'ignore' })
  .on(listColumnsChanged, (all, { plugin }) => {
    const others = [...all].filter(([column]) => !column.startsWith(`${plugin}/`))
    return others.length === all.size ? all : new Map(others)
  })
  .on(
    $listColumns,
    (all, columns) => new Map([...all].filter(([id]) => columns.some((one) => one.id === id))),
  )
  .on(cellsReceived, (all, { params, cells }) => withCells(all, params, cells))
/** Columns with a call in progress: one at a time for each. */
const $pendingColumns = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(cellsFx, (ids, { column }) => new Set(ids).add(column.id))
  .on(cellsFx.finally, (ids, { params }) => new Set([...ids].filter((id) => id !== params.column.id)))

const requestEachFx = createEffect((requests: readonly CellsRequest[]) => {
  for (const request of requests) void cellsFx(request).catch(() => {})
})
sample({
  clock: [$drawn, $listColumns, $cells, cellsFx.finally],
  source: combine({
    drawn: $drawn,
    columns: $listColumns,
    cells: $cells,
    pending: $pendingColumns,
    round: $round,
  }),
  fn: ({ drawn, columns, cells, pending, round }) =>
    columns
      .filter(({ id }) => !pending.has(id))
      .map((column): CellsRequest => {
        const known = cells.get(column.id)
        return { column, round, entries: drawn.filter(({ id }) => !known?.has(id)).slice(0, BATCH) }
      })
      .filter(({ entries }) => entries.length > 0),
  target: requestEachFx,
})
