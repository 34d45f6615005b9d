/** Resizable columns, with separators that can be dragged or moved by the arrow keys. */
import { Fragment, type ReactNode } from 'react'
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels'

/** All widths in px. */
export type Column = {
  readonly id: string
  readonly content: ReactNode
  /** px; a column without a width fills the remaining space. */
  readonly width?: number
  readonly minWidth?: number
  readonly maxWidth?: number
  /** Accessible name of the separator after the column. */
  readonly separatorLabel?: string
}
type ColumnsProps = {
  readonly columns: readonly Column[]
  readonly onResized: (id: string, width: number) => void
}

export function Columns({ columns, onResized }: ColumnsProps) {
  const storeWidths = (layout: Layout, { isUserInteraction }: { isUserInteraction: boolean }) => {
    if (!isUserInteraction) return
    for (const { id, width } of columns)
      if (width !== undefined) onResized(id, Math.round(((layout[id] ?? 0) * window.innerWidth) / 100))
  }
  return (
    <Group
      className="reader"
      id="reader"
      // For the styles: a `:has()` selector over the panes would be matched again at each change within them.
      data-columns={columns.map(({ id }) => id).join(' ')}
      orientation="horizontal"
      onLayoutChanged={storeWidths}
    >
      {columns.map((column, at) => (
        <Fragment key={column.id}>
          {at > 0 && (
            <Separator id={`after-${columns[at - 1]?.id}`} aria-label={columns[at - 1]?.separatorLabel} />
          )}
          <Panel id={column.id} {...limitsOf(column)}>
            {column.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

const limitsOf = ({ width, minWidth, maxWidth }: Column) =>
  width === undefined
    ? { minSize: minWidth }
    : {
        defaultSize: width,
        minSize: minWidth,
        maxSize: maxWidth,
        groupResizeBehavior: 'preserve-pixel-size' as const,
      }
