/** The result of an import, line by line. */
import type { ImportItem } from '../../contract/subscriptions.ts'

/** unfetched: it is followed, but its first fetch failed; the server tries again. */
export type Outcome = 'imported' | 'unfetched' | 'followed' | 'failed'
export type ReportLine = {
  readonly outcome: Outcome
  readonly title: string
  readonly url: string
  readonly reason: string | null
}
type Result = {
  readonly successfulItems: readonly ImportItem[]
  readonly conflictItems: readonly ImportItem[]
  readonly parsedErrorItems: readonly ImportItem[]
}

/** Lines that are not followed. */
export const refusedItems = ({ parsedErrorItems }: Pick<Result, 'parsedErrorItems'>) =>
  parsedErrorItems.filter(({ id }) => id === undefined)
/** Only a line that is followed has the id of a feed. */
export const unfetchedItems = ({ parsedErrorItems }: Pick<Result, 'parsedErrorItems'>) =>
  parsedErrorItems.filter(({ id }) => id !== undefined)

/** The failed lines first, because they want something done about them. */
export function reportLines(result: Result): readonly ReportLine[] {
  const lines = (items: readonly ImportItem[], outcome: Outcome) =>
    items.map(({ url = '', title, reason }) => ({
      outcome,
      url,
      title: title || url,
      reason: reason ?? null,
    }))
  return [
    ...lines(refusedItems(result), 'failed'),
    ...lines(unfetchedItems(result), 'unfetched'),
    ...lines(result.successfulItems, 'imported'),
    ...lines(result.conflictItems, 'followed'),
  ]
}

/** The report as text for the clipboard: tab-separated lines. `words` translates the results. */
export const reportText = (lines: readonly ReportLine[], format: Readonly<Record<Outcome, string>>): string =>
  lines
    .map(({ outcome, title, url, reason }) => [format[outcome], title, url, reason ?? ''].join('\t'))
    .join('\n')
