/** The rows of the feeds table and their order. */
import type { View } from '../../../contract/views.ts'
import { compareNames } from '../../../core/index.ts'

export type FeedRow = {
  /** type/targetId */
  readonly id: string
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly image: string | null
  readonly siteUrl: string | null
  readonly folder: string
  readonly view: View
  readonly perWeek: number | null
  readonly latest: string | null
  readonly readers: number | null
  /** Translated error; null while fetching works. */
  readonly error: string | null
}
export const columns = ['title', 'folder', 'view', 'perWeek', 'latest', 'readers', 'error'] as const
export type Column = (typeof columns)[number]
export type Order = { readonly by: Column; readonly up: boolean }

/** Rows without a value sort last in both directions. */
export function sortFeeds(rows: readonly FeedRow[], { by, up }: Order): readonly FeedRow[] {
  const absent = (row: FeedRow) => row[by] === null || row[by] === ''
  return rows.toSorted((a, b) => {
    if (absent(a) || absent(b)) return Number(absent(a)) - Number(absent(b)) || compare(a.title, b.title)
    return (up ? 1 : -1) * compare(a[by], b[by]) || compare(a.title, b.title)
  })
}

/** Rows whose title, address or folder contains the query. */
export function searchFeeds(rows: readonly FeedRow[], query: string): readonly FeedRow[] {
  const wanted = query.trim().toLowerCase()
  return rows.filter(({ title, url, folder }) => `${title} ${url} ${folder}`.toLowerCase().includes(wanted))
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
