/** Panes with lines between them that can be dragged, or moved by the arrow keys. */
import { Fragment } from 'react'
import { Group, Panel, Separator, type Layout as Widths } from 'react-resizable-panels'
import { idsOf, type Column, type ColumnsProps } from './column.ts'
import { PaneSlot } from './pane-slot.tsx'

export function ResizableColumns({ columns, onResized }: ColumnsProps) {
  const keepWidths = (widths: Widths, { isUserInteraction }: { isUserInteraction: boolean }) => {
    if (!isUserInteraction) return
    for (const { id, width } of columns)
      if (width !== undefined) onResized(id, Math.round(((widths[id] ?? 0) * window.innerWidth) / 100))
  }
  return (
    <Group
      className="reader"
      id="reader"
      data-columns={idsOf(columns)}
      orientation="horizontal"
      onLayoutChanged={keepWidths}
    >
      {columns.map((column, at) => (
        <Fragment key={column.id}>
          {at > 0 && (
            <Separator id={`after-${columns[at - 1]?.id}`} aria-label={columns[at - 1]?.lineLabel} />
          )}
          <Panel id={column.id} {...limitsOf(column)}>
            <PaneSlot id={column.id} />
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

const limitsOf = ({ width, least, most }: Column) =>
  width === undefined
    ? { minSize: least }
    : {
        defaultSize: width,
        minSize: least,
        maxSize: most,
        groupResizeBehavior: 'preserve-pixel-size' as const,
      }
