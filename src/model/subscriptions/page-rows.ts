/** The pages that have a row in the subscription column, under the feeds. */
import { combine, createEvent, createStore } from 'effector'
import { $screen } from '../location/index.ts'

export type PageRow = {
  /** Unique in the column. */
  readonly id: string
  /** The address to open; addresses below it are of the same page. */
  readonly path: string
  /** i18n key with its namespace. */
  readonly titleKey: string
  /** Name of an icon, see ui/icon.tsx. */
  readonly icon: string
  /** The command that opens the page. */
  readonly command: string
}

/** In the order of the column. */
export const pageRowsProvided = createEvent<readonly PageRow[]>()
export const $pageRows = createStore<readonly PageRow[]>([], { serialize: 'ignore' }).on(
  pageRowsProvided,
  (_, rows) => rows,
)
/** The row of the open page; null in the reader, and on a page without a row. */
export const $openPageRow = combine(
  $pageRows,
  $screen,
  (rows, screen): PageRow | null =>
    rows.find(({ path }) => screen === path || screen.startsWith(`${path}/`)) ?? null,
)
