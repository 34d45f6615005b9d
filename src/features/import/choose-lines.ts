/** The lines of an OPML file as folders of checkboxes. */
import { compareNames } from '../../core/index.ts'

export type Line = { readonly url: string; readonly title: string | null; readonly category: string | null }
export type Folder = { readonly name: string | null; readonly lines: readonly Line[] }

/** Groups by folder, lines without one last; a feed that occurs twice is one line. */
export function foldersOf(lines: readonly Line[], filter = ''): readonly Folder[] {
  const once = [...new Map(lines.map((line) => [line.url, line])).values()]
  const wanted = filter.trim().toLowerCase()
  const fits = ({ url, title }: Line) => `${title ?? ''} ${url}`.toLowerCase().includes(wanted)
  const grouped = Map.groupBy(once.filter(fits), (line) => line.category || null)
  return [...grouped]
    .map(([name, members]) => ({ name, lines: members }))
    .toSorted((a, b) => (a.name === null ? 1 : b.name === null ? -1 : compareNames(a.name, b.name)))
}

/** all, some or none of the lines are chosen */
export function howMany(lines: readonly Line[], chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = lines.filter(({ url }) => chosen.has(url)).length
  if (count === 0) return 'none'
  return count === lines.length ? 'all' : 'some'
}

/** The selection with these lines added or removed. */
export function withLines(
  chosen: ReadonlySet<string>,
  lines: readonly Line[],
  take: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const { url } of lines) {
    if (take) next.add(url)
    else next.delete(url)
  }
  return next
}
