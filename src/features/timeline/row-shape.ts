/** Layout, usual height and columns of the rows by view and density. All sizes scale with the root font size. */
import { views, type View, type ViewName } from '../../contract/views.ts'
import type { Density } from '../../model/timeline/index.ts'
import type { Shape } from '../../ui/long-list/index.ts'

/** How a row is drawn: as its view does, or as a single line with the title. */
export type RowLayout = ViewName | 'title'

export const layoutOf = (view: View, density: Density): RowLayout =>
  density === 'titles' ? 'title' : views[view]

export type ShapeOptions = {
  readonly layout: RowLayout
  readonly density: Density
  /** px of the list */
  readonly width: number
  /** px */
  readonly rem: number
  readonly grouped: boolean
}

/** rem; the styles of each row depend on these. Where rows differ in height, of one that is not loaded yet. */
const HEIGHTS = {
  comfortable: { article: 6.625, social: 9, audio: 5.5, notification: 3, title: 2.25 },
  compact: { article: 3.625, social: 4.875, audio: 3.625, notification: 2.25, title: 2.25 },
} as const
const HEADER = 2
/** The foot is at least as high as a message above it, which would cover the last row. */
const FOOTER = 7
/** rem: least width of a grid cell by density; on a phone two pictures are beside each other. */
const CELL_WIDTHS = { comfortable: 15, compact: 10.5 } as const
const PHONE = { width: 40, pictureWidth: 10 }
/** rem beside the picture in a cell's width, and what is above and below it in its height. */
const CELL_FRAME = 1.5
const CELL_REST = { comfortable: 4.5, compact: 3.125 } as const
const RATIOS = { picture: 3 / 4, video: 9 / 16 } as const

export const isGrid = (layout: RowLayout): layout is 'picture' | 'video' =>
  layout === 'picture' || layout === 'video'

export function shapeOf(options: ShapeOptions): Shape {
  const { layout, rem, grouped, width } = options
  const density = options.density === 'comfortable' ? 'comfortable' : 'compact'
  const headerHeight = grouped ? HEADER * rem : 0
  const footerHeight = FOOTER * rem
  if (!isGrid(layout))
    return { rowHeight: HEIGHTS[density][layout] * rem, headerHeight, columns: 1, footerHeight }
  const minWidth =
    layout === 'picture' && width < PHONE.width * rem ? PHONE.pictureWidth : CELL_WIDTHS[density]
  const columns = Math.max(1, Math.floor(width / (minWidth * rem)))
  const shape = { headerHeight, columns, width, footerHeight }
  return { ...shape, rowHeight: cellHeight(RATIOS[layout], { ...options, columns }) }
}

/** px. @param ratio height of the picture by its width */
export function cellHeight(
  ratio: number,
  { width, rem, density, columns }: ShapeOptions & { readonly columns: number },
): number {
  const rest = CELL_REST[density === 'comfortable' ? 'comfortable' : 'compact'] * rem
  const picture = Math.max(CELL_FRAME * rem, width / columns - CELL_FRAME * rem)
  return Math.round(picture * ratio + rest)
}
