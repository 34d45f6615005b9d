/** What the columns of plugins say of entries: asked for the rows that are drawn, in batches, and remembered by entry. */
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
type Ask = { readonly column: ListColumn; readonly entries: readonly EntryHead[]; readonly round: number }

function withCells(all: CellsOfColumns, { column, entries }: Ask, cells: readonly (ListCell | null)[]) {
  const added = entries.map(({ id }, at) => [id, cells[at] ?? null] as const)
  // The latest are at the end.
  return new Map(all).set(column.id, new Map([...(all.get(column.id) ?? []), ...added].slice(-MAX_ENTRIES)))
}

/** These rows are drawn. */
export const cellsRequested = createEvent<readonly EntryHead[]>()

const askFx = attach({
  source: $services,
  effect: async ({ local }, { column, entries }: Ask) => {
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
/** Counts changes: what was asked before one is dropped. */
const $round = createStore(0, { serialize: 'ignore' }).on(listColumnsChanged, (round) => round + 1)
const answered = sample({
  clock: askFx.finally,
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
  .on(answered, (all, { params, cells }) => withCells(all, params, cells))
/** Columns that are being asked: each one call at a time. */
const $asked = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(askFx, (ids, { column }) => new Set(ids).add(column.id))
  .on(askFx.finally, (ids, { params }) => new Set([...ids].filter((id) => id !== params.column.id)))

const askEachFx = createEffect((asks: readonly Ask[]) => {
  for (const ask of asks) void askFx(ask).catch(() => {})
})
sample({
  clock: [$drawn, $listColumns, $cells, askFx.finally],
  source: combine({ drawn: $drawn, columns: $listColumns, cells: $cells, asked: $asked, round: $round }),
  fn: ({ drawn, columns, cells, asked, round }) =>
    columns
      .filter(({ id }) => !asked.has(id))
      .map((column): Ask => {
        const known = cells.get(column.id)
        return { column, round, entries: drawn.filter(({ id }) => !known?.has(id)).slice(0, BATCH) }
      })
      .filter(({ entries }) => entries.length > 0),
  target: askEachFx,
})
