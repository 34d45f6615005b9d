import { useUnit } from 'effector-react'
import { useEffect, useMemo, useRef } from 'react'
import { memoizeByObject } from '../../core/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { idsIn, type Ids } from '../../model/timeline/index.ts'
import type { Window } from '../../ui/long-list/index.ts'
import { useTranslation } from '../../ui/index.ts'
import type { ListCell, ListColumn } from '../feature.ts'
import { $cells, cellsRequested } from './list-cells.ts'
import type { RowCell } from './row-parts.tsx'

/** By entry, one for each column. */
export type RowsOfCells = ReadonlyMap<string, readonly (RowCell | null)[]>
type RowCellsProps = {
  readonly columns: readonly ListColumn[]
  readonly ids: Ids
  readonly rendered: Window
  readonly summaries: ReadonlyMap<string, EntryHead>
  readonly onChange: (cells: RowsOfCells) => void
}

/** Requests what the columns of plugins say of the drawn rows, and reports it in the language of the reader. */
export function RowCells({ columns, ids, rendered, summaries, onChange }: RowCellsProps) {
  const { t } = useTranslation(columns.map(({ plugin }) => plugin))
  const { cells, request } = useUnit({ cells: $cells, request: cellsRequested })
  useEffect(() => {
    request(idsIn(ids, rendered.from, rendered.to).flatMap((id) => summaries.get(id) ?? []))
  }, [request, ids, rendered, summaries, columns])
  const drawnOf = useMemo(
    () =>
      columns.map(({ titleKey }) =>
        memoizeByObject(({ text, hint, tone }: ListCell): RowCell => {
          const words = t(text.key, { ...text.values }).slice(0, MAX_LENGTH)
          return {
            text: words,
            hint: hint ? t(hint.key, { ...hint.values }) : `${t(titleKey)}: ${words}`,
            tone,
          }
        }),
      ),
    [columns, t],
  )
  const reported = useRef<RowsOfCells>(new Map())
  useEffect(() => {
    const rows = new Map<string, (RowCell | null)[]>()
    columns.forEach(({ id }, at) => {
      for (const [entry, cell] of cells.get(id) ?? []) {
        if (!cell) continue
        const row = rows.get(entry) ?? columns.map(() => null)
        row[at] = drawnOf[at]?.(cell) ?? null
        rows.set(entry, row)
      }
    })
    // The same array for the same cells, so that the row need not render.
    const same = (row: RowsOfCells, [entry, now]: readonly [string, readonly (RowCell | null)[]]) => {
      const before = row.get(entry)
      return before?.length === now.length && before.every((cell, at) => cell === now[at]) ? before : now
    }
    reported.current = new Map([...rows].map((row) => [row[0], same(reported.current, row)]))
    onChange(reported.current)
  }, [cells, columns, drawnOf, onChange])
  return null
}

/** Of a text in a row, whose width cuts it anyway. */
const MAX_LENGTH = 80
