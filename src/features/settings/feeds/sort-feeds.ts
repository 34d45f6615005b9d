/** The rows of the feeds table and their order. */
import type { View } from '../../../contract/views.ts'
import { compareNames, foldCase } from '../../../core/index.ts'

export type FeedRow = {
  /** type/targetId */
  readonly id: string
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly image: string | null
  readonly siteUrl: string | null
  readonly folder: string
  /** The user has claimed it. */
  readonly isOwn: boolean
  readonly view: View
  readonly perWeek: number | null
  readonly latest: string | null
  /** ISO; null for a feed that is gone, and until the server has responded. */
  readonly nextFetch: string | null
  readonly readers: number | null
  /** Translated error; null while fetching works. */
  readonly error: string | null
  /** The server has given the feed up, as it is gone from its address. */
  readonly gone: boolean
  /** ms since 1970 */
  readonly followedAt: number
}
export const columns = [
  'title',
  'folder',
  'view',
  'perWeek',
  'latest',
  'nextFetch',
  'readers',
  'error',
] as const
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

export const healthFilters = ['all', 'working', 'failing', 'silent'] as const
type HealthFilter = (typeof healthFilters)[number]
export type FeedFilter = {
  readonly text: string
  readonly health: HealthFilter
  readonly view: View | null
}
/** ms without a new entry after which a feed is silent. */
const SILENT_MS = 90 * 86_400_000

/** Rows whose title, address or folder contains the text, in the view and of the health. @param now ms */
export function filterFeeds(
  rows: readonly FeedRow[],
  { text, health, view }: FeedFilter,
  now: number,
): readonly FeedRow[] {
  const query = foldCase(text.trim())
  return rows.filter(
    (row) =>
      foldCase(`${row.title} ${row.url} ${row.folder}`).includes(query) &&
      (view === null || row.view === view) &&
      (health === 'all' || healthOf(row, now).includes(health)),
  )
}

const healthOf = ({ error, latest }: FeedRow, now: number): readonly HealthFilter[] => [
  error === null ? 'working' : 'failing',
  ...(latest === null || now - Date.parse(latest) > SILENT_MS ? ['silent' as const] : []),
]

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
