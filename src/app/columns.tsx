/**
 * Panes beside each other with lines that can be dragged, or moved by arrow keys. Widths are the browser's flex layout, so
 * that a window that is resized costs no script, and the first list waits for no library.
 */
import { Fragment, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { widthByKey, widthWithin, type Column } from './column-width.ts'

export type ShownColumn = Column & {
  readonly content: ReactNode
  /** Names the line behind this column. */
  readonly lineLabel?: string
}
type Props = {
  readonly columns: readonly ShownColumn[]
  readonly onResized: (id: string, width: number) => void
}

export function Columns({ columns, onResized }: Props) {
  return (
    <div className="reader" id="reader">
      {columns.map((column, index) => {
        const last = index === columns.length - 1
        return (
          <Fragment key={column.id}>
            <div id={column.id} data-panel style={last ? rest(column) : fixed(column)}>
              {column.content}
            </div>
            {!last && <Line column={column} onResized={onResized} />}
          </Fragment>
        )
      })}
    </div>
  )
}

const rest = ({ least }: Column) => ({ flex: '1 1 0', minWidth: least })
const fixed = ({ width, least, most }: Column) => ({
  flex: `0 1 ${width ?? least}px`,
  minWidth: least,
  maxWidth: most,
})

function Line({
  column,
  onResized,
}: {
  readonly column: ShownColumn
  readonly onResized: Props['onResized']
}) {
  const line = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null)

  /** On the element at once, told at the end: a drag draws nothing anew. */
  const widen = (wished: number): number => {
    const before = paneBefore(line.current)
    if (!before) return wished
    const width = widthWithin(column, wished, before.offsetWidth + spare(before))
    before.style.flexBasis = `${width}px`
    if (line.current) line.current.ariaValueNow = String(width)
    return width
  }
  const widthNow = () => paneBefore(line.current)?.offsetWidth ?? column.least

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.dataset.separator = 'active'
    drag.current = { x: event.clientX, width: widthNow() }
  }
  const move = (event: PointerEvent) => {
    if (drag.current) widen(drag.current.width + event.clientX - drag.current.x)
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return
    drag.current = null
    event.currentTarget.dataset.separator = 'inactive'
    onResized(column.id, widthNow())
  }
  const press = (event: KeyboardEvent) => {
    const wished = widthByKey(column, widthNow(), event.key, event.shiftKey)
    if (wished === null || event.ctrlKey || event.metaKey || event.altKey) return
    // Arrows are the line's here, and no command's.
    event.preventDefault()
    event.stopPropagation()
    onResized(column.id, widen(wished))
  }
  return (
    <div
      ref={line}
      role="separator"
      tabIndex={0}
      data-separator="inactive"
      aria-orientation="vertical"
      aria-label={column.lineLabel}
      aria-controls={column.id}
      aria-valuenow={column.width}
      aria-valuemin={column.least}
      aria-valuemax={column.most}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={press}
    />
  )
}

const paneBefore = (line: HTMLElement | null) =>
  line?.previousElementSibling as HTMLElement | null | undefined

/** What the last column has above its least. */
function spare(column: HTMLElement): number {
  const last = column.parentElement?.lastElementChild as HTMLElement
  return last.offsetWidth - Number.parseFloat(last.style.minWidth)
}
