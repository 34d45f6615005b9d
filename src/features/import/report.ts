/** The result of an import, line by line. */
import type { ImportItem } from '../../contract/subscriptions.ts'
import type { EntryImportLine } from '../../model/discover/index.ts'
import type { UnreadLine } from '../feature.ts'

/**
 * In the order of a report: what wants something done about it stands first. unfetched: it is followed, but its first fetch
 * failed; the server tries again. matched, saved and present are outcomes of entries; unread is a line of the file that could
 * not be read, or not whole.
 */
export const OUTCOMES = [
  'failed',
  'unread',
  'unfetched',
  'imported',
  'saved',
  'matched',
  'followed',
  'present',
] as const
export type Outcome = (typeof OUTCOMES)[number]
export const isProblem = (outcome: Outcome): boolean =>
  OUTCOMES.indexOf(outcome) <= OUTCOMES.indexOf('unfetched')
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

/** The lines of entries, and those of the file that could not be read. @param messageOf an error as a sentence */
export function entryReportLines(
  lines: readonly EntryImportLine[],
  unread: readonly UnreadLine[],
  messageOf: (error: unknown) => string,
): readonly ReportLine[] {
  return [
    ...unread.map(({ title, reason }) => ({ outcome: 'unread' as const, title, url: '', reason })),
    ...lines.map(({ outcome, reason, error, entry: { title, url } }) => ({
      outcome,
      url: url ?? '',
      title: title || url || '',
      reason: error === undefined ? reason : messageOf(error),
    })),
  ]
}

export const inOrder = (lines: readonly ReportLine[]): readonly ReportLine[] =>
  lines.toSorted((one, other) => OUTCOMES.indexOf(one.outcome) - OUTCOMES.indexOf(other.outcome))

/** The report as text for the clipboard: tab-separated lines. `words` translates the results. */
export const reportText = (lines: readonly ReportLine[], format: Readonly<Record<Outcome, string>>): string =>
  lines
    .map(({ outcome, title, url, reason }) => [format[outcome], title, url, reason ?? ''].join('\t'))
    .join('\n')
