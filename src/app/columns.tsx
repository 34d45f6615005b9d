/** Panes beside each other. Their widths stand from the first paint; the lines to drag come when there is time for them. */
import { useUnit } from 'effector-react'
import { createElement, useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { idsOf, type Column, type ColumnsProps } from './column.ts'
import { $firstMomentsOver } from './first-list.ts'
import { paneNode, PaneSlot } from './pane-slot.tsx'

let resizable: ComponentType<ColumnsProps> | null = null

export function Columns({ columns, onResized }: ColumnsProps) {
  const resizing = useResizable()
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

/** null until what resizes has come; without it the columns stand as they are. */
function useResizable(): ComponentType<ColumnsProps> | null {
  const wanted = useUnit($firstMomentsOver)
  const [here, setHere] = useState<{ readonly of: ComponentType<ColumnsProps> | null }>({ of: resizable })
  useEffect(() => {
    if (!wanted || resizable) return
    // A page that is just being loaded anew, because a file of its build is gone, gets nothing instead of an error.
    import('./resizable-columns.tsx')
      .then(({ ResizableColumns }) => setHere({ of: (resizable = ResizableColumns) }))
      .catch(() => {})
  }, [wanted])
  return here.of
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
