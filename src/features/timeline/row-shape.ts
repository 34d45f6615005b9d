/** Row heights and columns by view. All sizes scale with the root font size. */
import { views, type View } from '../../contract/views.ts'
import type { Shape } from '../../ui/long-list/index.ts'

/** rem; the styles of each row depend on these. */
const HEIGHTS = { article: 6.625, social: 7.5, picture: 0, video: 0, audio: 5.5, notification: 3 } as const
const HEADER = 2
/** The foot is at least as high as a message above it, which would cover the last row. */
const FOOTER = 7
/** rem: minimum width of a grid cell, gap, and height of the text below the picture, which keeps its ratio. */
const CELL = { minWidth: 14, gap: 1, textHeight: 4.25 }
const RATIOS = { picture: 3 / 4, video: 9 / 16 } as const

/** @param width px of the list; @param rem px */
export function shapeOf(view: View, width: number, rem: number, grouped: boolean): Shape {
  const headerHeight = grouped ? HEADER * rem : 0
  const footerHeight = FOOTER * rem
  const kind = views[view]
  if (kind !== 'picture' && kind !== 'video')
    return { rowHeight: HEIGHTS[kind] * rem, headerHeight, columns: 1, footerHeight }
  const available = Math.max(CELL.minWidth * rem, width - CELL.gap * rem)
  const columns = Math.max(1, Math.floor(available / ((CELL.minWidth + CELL.gap) * rem)))
  const picture = (available / columns - CELL.gap * rem) * RATIOS[kind]
  return {
    rowHeight: Math.round(picture + (CELL.textHeight + CELL.gap) * rem),
    headerHeight,
    columns,
    width,
    footerHeight,
  }
}
