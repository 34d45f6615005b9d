import { Command } from 'cmdk'
import { useUnit } from 'effector-react'
import { memo, useCallback, useRef, type CSSProperties } from 'react'
import { $appearance } from '../model/settings/index.ts'
import { Avatar, Badge, Highlight, Icon, Kbd, RelativeTime, useTranslation } from '../ui/index.ts'
import { heightOf, topOf } from '../ui/long-list/index.ts'
import { hasTwoLines, type PaletteRow, type PaletteSection } from './rows.ts'
import { useRowWindow } from './use-row-window.ts'

/** rem, as in the styles */
const ROW = 2.25
const TALL_ROW = 3.25
const TOUCH_ROW = 2.75
const HEADER = 1.75
/** rem: the list is at most as high as the box. */
const MAX_HEIGHT = 30

export type PaletteListProps = {
  /** The ids of the rows begin with it. */
  readonly rowsId: string
  readonly sections: readonly PaletteSection[]
  /** Index of the selected row over all sections; -1: none. */
  readonly selected: number
  readonly query: string
  /** Displayed when there are no rows. */
  readonly empty: string | null
  readonly onSelect: (key: string) => void
  readonly onChoose: (row: PaletteRow) => void
}

/** The element id of a row, for `aria-activedescendant`. */
export const rowElementId = (rowsId: string, index: number): string => `${rowsId}-${index}`

/**
 * The rows in sight, in groups. cmdk selects the first row that is rendered when the selected one is not, and names it one
 * render late: what is selected is said by the elements themselves (`asChild`).
 */
export const PaletteList = memo(function PaletteList(props: PaletteListProps) {
  const { rowsId, sections, selected, query, empty, onSelect, onChoose } = props
  const { t } = useTranslation()
  const { uiTextSize } = useUnit($appearance)
  const list = useRef<HTMLDivElement>(null)
  const isTouch = matchMedia('(pointer: coarse)').matches
  const heights = {
    rowHeight: (isTouch ? TOUCH_ROW : ROW) * uiTextSize,
    tallHeight: TALL_ROW * uiTextSize,
    headerHeight: HEADER * uiTextSize,
  }
  const maxHeight = MAX_HEIGHT * uiTextSize
  const { geometry, visible, scrolled } = useRowWindow(list, sections, heights, {
    selected,
    query,
    maxHeight,
  })
  const count = geometry.spans.at(-1)?.to ?? 0

  return (
    <Command.List
      ref={list}
      className="palette-list"
      label={t('palette.results')}
      data-scroll
      onScroll={(event) => scrolled(event.currentTarget.scrollTop)}
    >
      {sections.length === 0 && empty !== null && (
        <div className="palette-none" role="presentation">
          {empty}
        </div>
      )}
      <div className="palette-rows" role="presentation" style={{ height: heightOf(geometry) }}>
        {sections.slice(visible.firstSpan, visible.lastSpan + 1).map((section, offset) => {
          const span = geometry.spans[visible.firstSpan + offset]
          if (!span) return null
          const from = Math.max(span.from, visible.from)
          const to = Math.min(span.to, visible.to)
          const heading = {
            '--heading-top': `${geometry.tops[visible.firstSpan + offset]}px`,
            '--heading-height': `${heights.headerHeight}px`,
          } as CSSProperties
          return (
            <Command.Group
              key={section.key}
              className="palette-group"
              heading={section.title}
              style={heading}
            >
              {section.rows.slice(from - span.from, to - span.from).map((row, at) => (
                <Row
                  key={row.key}
                  id={rowElementId(rowsId, from + at)}
                  row={row}
                  selected={from + at === selected}
                  top={topOf(geometry, from + at)}
                  height={hasTwoLines(row) ? heights.tallHeight : heights.rowHeight}
                  position={from + at + 1}
                  count={count}
                  onSelect={onSelect}
                  onChoose={onChoose}
                />
              ))}
            </Command.Group>
          )
        })}
      </div>
    </Command.List>
  )
})

type RowProps = Pick<PaletteListProps, 'onSelect' | 'onChoose'> & {
  readonly id: string
  readonly row: PaletteRow
  readonly selected: boolean
  /** px */
  readonly top: number
  readonly height: number
  /** from 1 */
  readonly position: number
  readonly count: number
}

const Row = memo(function Row(props: RowProps) {
  const { id, row, selected, top, height, position, count, onSelect, onChoose } = props
  // Keeps the focus in the box.
  const keepFocus = useCallback((event: { preventDefault: () => void }) => event.preventDefault(), [])
  return (
    <Command.Item asChild value={row.key} onSelect={() => onChoose(row)}>
      <div
        id={id}
        className="palette-row"
        aria-selected={selected}
        aria-disabled={row.missing !== undefined}
        aria-setsize={count}
        aria-posinset={position}
        data-selected={selected}
        data-disabled={row.missing !== undefined}
        style={{ top, height }}
        onPointerMove={() => !selected && onSelect(row.key)}
        onMouseDown={keepFocus}
      >
        <span className="palette-icon">
          {row.image ? (
            <Avatar src={row.image.src} name={row.image.name} size="small" />
          ) : (
            row.icon && <Icon name={row.icon} />
          )}
        </span>
        {hasTwoLines(row) ? <TwoLines row={row} /> : <OneLine row={row} />}
        {row.keys && <Kbd keys={row.keys} />}
      </div>
    </Command.Item>
  )
})

function OneLine({ row: { title, ranges, missing, detail, count } }: { readonly row: PaletteRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="palette-title">
        <Highlight text={title} ranges={ranges} />
      </span>
      {missing !== undefined ? (
        <span className="palette-missing">{missing}</span>
      ) : (
        detail && <span className="palette-detail">{detail}</span>
      )}
      {count !== undefined && <Badge count={count} label={t('common:noun.unread', { count })} />}
    </>
  )
}

function TwoLines({
  row: { title, ranges, snippet, detail, publishedAt, unread },
}: {
  readonly row: PaletteRow
}) {
  const { t } = useTranslation()
  return (
    <span className="palette-entry">
      <span className="palette-title">
        <Highlight text={title} ranges={ranges} />
      </span>
      <span className="palette-about">
        {unread && <span className="palette-unread" role="img" aria-label={t('palette.unread')} />}
        <span className="palette-detail">{detail}</span>
        {publishedAt !== undefined && <RelativeTime at={publishedAt} />}
        {snippet && (
          <span className="palette-snippet">
            <Highlight text={snippet.text} ranges={snippet.ranges} />
          </span>
        )}
      </span>
    </span>
  )
}
