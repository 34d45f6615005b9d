/** Heights of rows by what they hold, without measuring: how many lines a text takes is estimated from its letters. */
import { entryName } from '../../core/entry-name.ts'
import { plainText } from '../../core/plain-text.ts'
import type { EntryHead } from '../../model/rows.ts'
import type { PictureFacts } from '../../model/pictures/index.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import { cellHeight, type ShapeOptions } from './row-shape.ts'

/** Facts of pictures by address; null: none are stored; absent: not requested yet. */
export type Images = ReadonlyMap<string, PictureFacts | null>

/** rem */
const LINE = 1.25
const ARTICLE = { rest: 2.875, lines: 3, side: 2.75, maxWidth: 60 }
const AUDIO = { rest: 4.25, lines: 2, side: 9.75 }
const COMPACT_POST = { rest: 2.375, lines: 2, side: 4.75 }
const THUMBNAIL = { height: 4.5, minWidth: 3, maxWidth: 8 }
/** rem of a line's letters. */
const TITLE_SIZE = 0.9
const TEXT_SIZE = 0.8125
/** Height by width of pictures: others are cropped. */
const RATIO = { min: 0.4, max: 1.8, unknown: 3 / 4 }

export type HeightOptions = ShapeOptions & {
  readonly columns: number
  readonly masonry: boolean
  readonly images: Images
}

/** px; 0 where it is not known yet, or where all rows of the layout have one height. */
export function heightOfRow(summary: EntryHead, options: HeightOptions): number {
  const { layout, density, rem } = options
  const isComfortable = density === 'comfortable'
  if (layout === 'picture' && options.masonry) {
    const ratio = pictureRatio(summary, options.images)
    return ratio === undefined ? 0 : cellHeight(ratio ?? RATIO.unknown, options)
  }
  if (layout === 'article' && isComfortable)
    return (ARTICLE.rest + LINE * articleLines(summary, options)) * rem
  if (layout === 'audio' && isComfortable) return (AUDIO.rest + LINE * audioLines(summary, options)) * rem
  if (layout === 'social' && !isComfortable)
    return (COMPACT_POST.rest + LINE * compactPostLines(summary, options)) * rem
  return 0
}

/** Lines of text in a row of this height; undefined where the height does not tell. */
export function linesOfRow(height: number, { layout, density, rem }: ShapeOptions): number | undefined {
  const isComfortable = density === 'comfortable'
  const rest =
    layout === 'article' && isComfortable
      ? ARTICLE.rest
      : layout === 'audio' && isComfortable
        ? AUDIO.rest
        : layout === 'social' && !isComfortable
          ? COMPACT_POST.rest
          : undefined
  return rest === undefined ? undefined : Math.max(1, Math.round((height / rem - rest) / LINE))
}

/** rem of the thumbnail in a row */
export function thumbnailWidth(summary: EntryHead, thumbnail: 'square' | 'original', images: Images): number {
  if (thumbnail === 'square') return THUMBNAIL.height
  const ratio = pictureRatio(summary, images)
  return ratio
    ? Math.min(THUMBNAIL.maxWidth, Math.max(THUMBNAIL.minWidth, THUMBNAIL.height / ratio))
    : THUMBNAIL.height
}

function articleLines(summary: EntryHead, { width, rem }: HeightOptions): number {
  // A picture is as high as three lines.
  if (pictureOf(summary) !== null) return ARTICLE.lines
  const column = Math.min(width / rem, ARTICLE.maxWidth) - ARTICLE.side
  const title = summary.title ? lines(summary.title, TITLE_SIZE, column) : 0
  if (title >= ARTICLE.lines) return ARTICLE.lines
  const text = lines(plainText(summary.description), TEXT_SIZE, column)
  return Math.min(ARTICLE.lines, Math.max(1, title + text))
}

const audioLines = (summary: EntryHead, { width, rem }: HeightOptions): number =>
  Math.min(AUDIO.lines, Math.max(1, lines(nameOf(summary), TITLE_SIZE, width / rem - AUDIO.side)))

const compactPostLines = (summary: EntryHead, { width, rem }: HeightOptions): number =>
  Math.min(
    COMPACT_POST.lines,
    Math.max(
      1,
      lines(
        plainText(summary.description) || nameOf(summary),
        TITLE_SIZE,
        Math.min(width / rem, 42) - COMPACT_POST.side,
      ),
    ),
  )

/** An untitled entry has one line. */
const nameOf = (summary: EntryHead): string => entryName(summary) || 'x'

/** @param size rem of the letters; @param column rem of a line */
function lines(text: string, size: number, column: number): number {
  if (text === '') return 0
  return Math.ceil((textWidth(text) * size) / Math.max(4, column))
}

/** Letters of a line whose width is a third of the usual, and of twice the usual. */
const NARROW = /[\s.,:;!'|iIjlt()[\]]/
const WIDE = /[MWmw@—A-Z]/
/** Chinese, Japanese and Korean letters begin here. */
const FULL_WIDTH_FROM = 0x2e80

/** em that a text takes on one line, somewhat generously: words wrap before the line is full. */
function textWidth(text: string): number {
  let width = 0
  for (const letter of text)
    width +=
      (letter.codePointAt(0) ?? 0) >= FULL_WIDTH_FROM
        ? 1
        : NARROW.test(letter)
          ? 0.29
          : WIDE.test(letter)
            ? 0.74
            : 0.55
  return width * 1.03
}

/** Height by width of the entry's picture; null: unknown; undefined: follow.db has not answered yet. */
export function pictureRatio(summary: EntryHead, images: Images): number | null | undefined {
  const url = pictureOf(summary)
  if (url === null) return null
  const { width, height } = sizeOf(summary, images) ?? {}
  if (width && height) return Math.min(RATIO.max, Math.max(RATIO.min, height / width))
  return images.has(url) ? null : undefined
}

/** The size that the feed names, or that was measured before. */
function sizeOf(
  summary: EntryHead,
  images: Images,
): { readonly width: number; readonly height: number } | undefined {
  const url = pictureOf(summary)
  const named = summary.media.find((one) => one.url === url || one.preview_image_url === url)
  if (named?.width && named.height) return { width: named.width, height: named.height }
  return (url && images.get(url)) || undefined
}
