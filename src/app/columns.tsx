/** Panes beside each other. Their widths stand from the first paint; the lines to drag come when there is time for them. */
import { useUnit } from 'effector-react'
import { createElement, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { $firstMomentsOver } from '../model/index.ts'
import { idsOf, type Column, type ColumnsProps } from './column.ts'
import { paneNode, PaneSlot } from './pane-slot.tsx'
import { later, useLater } from './use-later.ts'

const resizable = later<ColumnsProps>(async () => (await import('./resizable-columns.tsx')).ResizableColumns)

export function Columns({ columns, onResized }: ColumnsProps) {
  // Without what resizes them the columns stand as they are.
  const resizing = useLater(resizable, useUnit($firstMomentsOver))
  // Both stand for a moment, which is not painted: a pane can only be moved while the place that it leaves is there.
  const [fixed, setFixed] = useState(resizing === null)
  useLayoutEffect(() => setFixed(resizing === null), [resizing])
  return (
    <>
      {fixed && <FixedColumns columns={columns} />}
      {resizing && createElement(resizing, { columns, onResized })}
      {columns.map(({ id, content }) => createPortal(content, paneNode(id), id))}
    </>
  )
}

function FixedColumns({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <div className="reader fixed-columns" data-columns={idsOf(columns)}>
      {columns.map((column) => (
        <div key={column.id} className="fixed-column" style={styleOf(column)}>
          <PaneSlot id={column.id} />
        </div>
      ))}
    </div>
  )
}

const styleOf = ({ width, least, most }: Column) =>
  width === undefined
    ? { flex: '1 1 0', minWidth: least }
    : { flex: 'none', width: Math.max(least ?? 0, Math.min(width, most ?? width)) }
